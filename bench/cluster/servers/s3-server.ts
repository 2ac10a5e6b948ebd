import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createS3Requests, type S3Settings } from '@plumbline/storage/s3';
import { findProgram, type ServerProcess, startServer, untilReady } from './server-process.ts';

/** Of the bucket that a cluster has. */
const BUCKET = 'texts';

/** It knows these alone, and checks no signatures. */
const S3RVER_KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export type S3Keys = Pick<S3Settings, 'accessKeyId' | 'secretAccessKey'>;

export interface S3Place {
  readonly folder: string;
  readonly port: number;
  readonly keys: S3Keys;
}

/** A program that speaks the protocol of S3. */
export interface S3Program {
  readonly name: string;
  readonly command: string;
  readonly parameters: (place: S3Place) => readonly string[];
  /** Null: those that are given. */
  readonly fixedKeys: S3Keys | null;
}

export interface S3Server extends ServerProcess {
  /** Without a prefix. */
  readonly settings: S3Settings;
}

/** Those that are there, the best first. */
export function findS3Programs(searchPath: string): readonly S3Program[] {
  const versitygw = findProgram('versitygw', searchPath);
  const moto = findProgram('moto_server', searchPath);
  const s3rver = fileURLToPath(new URL('../../../node_modules/s3rver/bin/s3rver.js', import.meta.url));
  return [
    ...(versitygw === undefined
      ? []
      : [{ name: 'versitygw', command: versitygw, parameters: ofVersitygw, fixedKeys: null }]),
    ...(existsSync(s3rver)
      ? [{ name: 's3rver', command: process.execPath, parameters: ofS3rver(s3rver), fixedKeys: S3RVER_KEYS }]
      : []),
    ...(moto === undefined ? [] : [{ name: 'moto_server', command: moto, parameters: ofMoto, fixedKeys: null }]),
  ];
}

/** It checks signatures. */
function ofVersitygw({ folder, port, keys }: S3Place): string[] {
  const access = [`--access=${keys.accessKeyId}`, `--secret=${keys.secretAccessKey}`];
  return [...access, `--port=127.0.0.1:${port}`, 'posix', '--nometa', join(folder, 'data')];
}

function ofS3rver(script: string): S3Program['parameters'] {
  return ({ folder, port }) => [script, '-d', join(folder, 'data'), '-a', '127.0.0.1', '-p', String(port), '--silent'];
}

/** It keeps everything in memory. */
function ofMoto({ port }: S3Place): string[] {
  return ['-H', '127.0.0.1', '-p', String(port)];
}

/** Resolves when its bucket is there. */
export async function startS3(program: S3Program, place: S3Place): Promise<S3Server> {
  mkdirSync(join(place.folder, 'data'), { recursive: true });
  const { name, command, fixedKeys } = program;
  const logFile = join(place.folder, `${name}.log`);
  const server = startServer({ name, command, parameters: program.parameters(place), logFile, cwd: place.folder });
  const settings: S3Settings = {
    ...(fixedKeys ?? place.keys),
    bucket: BUCKET,
    prefix: '',
    endpoint: `http://127.0.0.1:${place.port}`,
    region: 'us-east-1',
    sessionToken: null,
  };
  const requests = createS3Requests(settings);
  await untilReady(server, async () => {
    const made = await requests.send({ method: 'PUT', key: '', attempts: 1 }).catch(() => undefined);
    // Of an earlier start it is there already.
    return made ?? requests.send({ method: 'GET', key: '', query: { 'max-keys': '1' }, attempts: 1 });
  });
  return { ...server, settings };
}
