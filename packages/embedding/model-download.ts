import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createRemoteAgent } from '@plumbline/adapters/remote-agent';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { fetch, type Response } from 'undici';
import type { ModelFile } from './added-model.ts';

/** What did not work, and what to do; for people. */
export class ModelAdditionError extends Error {
  override readonly name = 'ModelAdditionError';
}

export interface Transfer {
  readonly signal: AbortSignal;
  /** A line for people. */
  readonly onProgress: (line: string) => void;
}

/** A file to bring; without a hash, whatever comes is what it is. */
export interface WantedFile extends Pick<ModelFile, 'path'> {
  readonly bytes?: number;
  readonly sha256?: string;
}

const PROGRESS_MS = 2_000;
const GOES_ON = 'What has come is kept: repeat the command to go on.';

/**
 * Brings a file into a folder: completely, with the known hash, or not at all. One that is there already is checked only.
 *
 * @param source of its list: `http:`, `https:` or `file:`
 * @throws {ModelAdditionError}
 */
export async function bringFile(
  wanted: WantedFile,
  source: URL,
  folder: string,
  transfer: Transfer,
): Promise<ModelFile> {
  const target = join(folder, basename(wanted.path));
  const there = await describeFile(target, wanted.path);
  if (there !== null && (wanted.sha256 === undefined || there.sha256 === wanted.sha256)) return there;
  const part = `${target}.part`;
  await mkdir(folder, { recursive: true });
  const address = new URL(wanted.path, source);
  if (address.protocol === 'file:') await copyHere(address, part);
  else await download(address, part, wanted, transfer);
  const brought = await describeFile(part, wanted.path);
  if (brought === null) throw new ModelAdditionError(`${part} has been removed meanwhile. Repeat the command.`);
  if (wanted.sha256 !== undefined && brought.sha256 !== wanted.sha256) {
    await discard(part);
    const found = `has the SHA-256 ${brought.sha256}, not ${wanted.sha256}`;
    throw new ModelAdditionError(`${describe(address)} ${found}, so it is another file and was not kept.`);
  }
  await rename(part, target);
  await discard(part);
  return brought;
}

async function copyHere(address: URL, part: string): Promise<void> {
  const path = fileURLToPath(address);
  // Where a folder is flat, as the one that this makes.
  const places = [path, join(fileURLToPath(new URL('.', address)), '..', basename(path))];
  for (const place of places) {
    const isCopied = await copyFile(place, part).then(
      () => true,
      () => false,
    );
    if (isCopied) return;
  }
  throw new ModelAdditionError(`${path} does not exist or cannot be read.`);
}

/** Goes on where an earlier download of the same file broke off. */
async function download(address: URL, part: string, wanted: WantedFile, transfer: Transfer): Promise<void> {
  const begun = await stat(part).then(
    ({ size }) => size,
    () => 0,
  );
  const version = await readFile(versionPathOf(part), 'utf8').catch(() => '');
  // Of a file that may have changed since, no half is of use.
  const from = wanted.sha256 !== undefined || version !== '' ? begun : 0;
  const headers = from === 0 ? {} : { range: `bytes=${from}-`, ...(version !== '' && { 'if-range': version }) };
  const { status, body, headers: about } = await ask(address, headers, transfer.signal);
  if (status === 416 && from > 0) {
    await body?.cancel();
    if (from === wanted.bytes) return;
    await discard(part);
    return download(address, part, wanted, transfer);
  }
  const isRest = status === 206;
  if ((status !== 200 && !isRest) || body === null) {
    await body?.cancel();
    throw new ModelAdditionError(`${describe(address)} answered with status ${status}. ${CHOICES}`);
  }
  await writeFile(versionPathOf(part), about.get('etag')?.replace(/^W\/.*/u, '') ?? '');
  const start = isRest ? from : 0;
  const total = wanted.bytes ?? start + Number(about.get('content-length') ?? 0);
  const name = basename(wanted.path);
  const file = await open(part, isRest ? 'a' : 'w');
  try {
    await writeAll(body, file, (bytes) => transfer.onProgress(`${name}: ${describeShare(start + bytes, total)}`));
  } catch (error) {
    transfer.signal.throwIfAborted();
    throw new ModelAdditionError(`${describe(address)} broke off: ${messageOf(error)}. ${GOES_ON}`);
  } finally {
    await file.close();
  }
}

/** @param onProgress is told the bytes so far */
async function writeAll(body: AsyncIterable<Uint8Array>, file: FileHandle, onProgress: (bytes: number) => void) {
  let bytes = 0;
  let saidAt = performance.now();
  for await (const chunk of body) {
    await file.write(chunk);
    bytes += chunk.length;
    if (performance.now() - saidAt < PROGRESS_MS) continue;
    saidAt = performance.now();
    onProgress(bytes);
  }
}

/** @param total may be unknown, and less then */
function describeShare(bytes: number, total: number): string {
  return total > bytes ? `${formatBytes(bytes)} of ${formatBytes(total)}` : formatBytes(bytes);
}

export const CHOICES =
  'Name another address with --manifest or embedding.files, or a folder with the files with --from.';

/** @throws {ModelAdditionError} if nothing answers */
export async function ask(
  address: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  // Parts of a packed answer would not fit together.
  const plain = { ...headers, 'accept-encoding': 'identity' };
  return fetch(address, { headers: plain, signal, dispatcher: createRemoteAgent() }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ModelAdditionError(`${describe(address)} cannot be reached: ${messageOf(error)}. ${CHOICES}`);
  });
}

/** Null where there is no such file. */
async function describeFile(path: string, listed: string): Promise<ModelFile | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) return null;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { path: listed, bytes: found.size, sha256: hash.digest('hex') };
}

/** Beside a part: which version of the file it is of, as the server named it. */
function versionPathOf(part: string): string {
  return `${part}.etag`;
}

async function discard(part: string): Promise<void> {
  for (const path of [part, versionPathOf(part)]) await rm(path, { force: true });
}

/** Without what may be a secret. */
function describe({ protocol, origin, pathname, href }: URL): string {
  return protocol === 'file:' ? fileURLToPath(href) : `${origin}${pathname}`;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // `fetch` says only that it failed.
  return error.cause instanceof Error ? error.cause.message : error.message;
}
