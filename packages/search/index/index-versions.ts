import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BlobStore, hashesInDatabase } from '@plumbline/storage/blobs';
import type { StateDatabase } from '@plumbline/storage/database';
import { z } from 'zod';
import { type CorpusIndex, preparedBy } from './corpus-index.ts';
import { indexIdOf } from './folder-corpus-index.ts';
import { INDEX_LAYOUT } from './manifest.ts';

/** A file goes into blobs of this size: none has to be in memory as a whole. In bytes. */
const PART_SIZE = 16_000_000;
/** Copies of older versions that a machine keeps, for runs under way. */
const KEPT_COPIES = 3;
const MEDIA_TYPE = 'application/vnd.sqlite3';
const MANIFEST = 'manifest.sqlite';

const settledSchema = z.object({ version: z.string(), skippedCount: z.number() });

const filesSchema = z.array(
  z.object({
    /** Relative to the folder of the index. */
    name: z.string().regex(/^[\w.-]+(?:\/[\w.-]+)*$/),
    /** SHA-256 of its parts, in order. */
    parts: z.array(z.string()),
  }),
);

/** The files of a version, by their parts. */
type IndexFiles = z.infer<typeof filesSchema>;

/**
 * Indexes that several machines share. A version of an index never changes: its files are blobs, and the state database names them
 * and the newest. Each machine has copies: one per version that it reads, and one that it updates.
 */
export interface IndexVersions {
  /** One update of an index at a time, on all machines. @param onWait called while another machine has it */
  exclusive<Result>(
    indexId: string,
    signal: AbortSignal,
    onWait: () => void,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Replaces the copy that is updated by the newest version, unless it is that version already. */
  bring(indexId: string): Promise<void>;
  /** Makes a version of the copy that was updated. @returns its id, also where it is the newest one already */
  publish(indexId: string): Promise<string>;
  /** Copies a version to this machine, once. @throws {Error} when there is no such version */
  fetch(indexId: string, version: string): Promise<void>;
  /** Names of the blobs that versions consist of, and of the texts that they refer to. */
  hashes(): Promise<ReadonlySet<string>>;
}

/** Folder name of a version: `<indexId>-<version>`. */
function versionedId(indexId: string, version: string): string {
  return `${indexId}-${version}`;
}

/** Null for an id without a version. */
function splitVersionedId(corpusId: string): { readonly indexId: string; readonly version: string } | null {
  const [, indexId, version] = /^([0-9a-f]{12})-([0-9a-f]{12})$/.exec(corpusId) ?? [];
  return indexId === undefined || version === undefined ? null : { indexId, version };
}

/** @param root folder of the indexes of this machine */
export function createIndexVersions(root: string, database: StateDatabase, blobs: BlobStore): IndexVersions {
  const published = versionsIn(database);
  return {
    exclusive: (indexId, signal, onWait, work) => database.exclusive(`index ${indexId}`, { signal, onWait, work }),
    async bring(indexId) {
      const last = await published.newest(indexId);
      const working = join(root, indexId);
      if (last === null || (await digestOfCopy(working)) === last.version) return;
      await rm(working, { recursive: true, force: true });
      await writeFiles(working, last.files, blobs);
    },
    async publish(indexId) {
      const working = join(root, indexId);
      const version = await digestOfCopy(working);
      if (version === null) throw new Error(`The index ${indexId} is not finished.`);
      if ((await published.newest(indexId))?.version !== version)
        await published.add(indexId, version, await storeFiles(working, blobs));
      return version;
    },
    fetch: createCopying(root, published, blobs),
    async hashes() {
      const found = new Set<string>();
      for (const files of await published.all()) {
        for (const hash of files.flatMap(({ parts }) => parts)) found.add(hash);
        for (const hash of await hashesInManifest(root, files, blobs)) found.add(hash);
      }
      return found;
    },
  };
}

async function hashesInManifest(root: string, files: IndexFiles, blobs: BlobStore): Promise<ReadonlySet<string>> {
  const draft = join(root, `${randomUUID()}.tmp`);
  try {
    await writeFiles(
      draft,
      files.filter(({ name }) => name === MANIFEST),
      blobs,
    );
    return hashesInDatabase(join(draft, MANIFEST));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Copies versions that are missing here, each once at a time. */
function createCopying(
  root: string,
  published: Pick<PublishedVersions, 'filesOf'>,
  blobs: BlobStore,
): IndexVersions['fetch'] {
  const running = new Map<string, Promise<void>>();
  const copy = async (indexId: string, version: string): Promise<void> => {
    const name = versionedId(indexId, version);
    const files = await published.filesOf(indexId, version);
    if (files === null) throw new Error(`There is no version ${version} of the index ${indexId}.`);
    await writeFiles(join(root, name), files, blobs);
    await forgetOldCopies(root, indexId, name);
  };
  return async (indexId, version) => {
    const name = versionedId(indexId, version);
    if (existsSync(join(root, name))) return;
    const copying = running.get(name) ?? copy(indexId, version).finally(() => running.delete(name));
    running.set(name, copying);
    await copying;
  };
}

interface PublishedVersions {
  all(): Promise<IndexFiles[]>;
  newest(indexId: string): Promise<{ readonly version: string; readonly files: IndexFiles } | null>;
  /** Null: there is no such version. */
  filesOf(indexId: string, version: string): Promise<IndexFiles | null>;
  add(indexId: string, version: string, files: IndexFiles): Promise<void>;
}

function versionsIn(database: StateDatabase): PublishedVersions {
  const from = async (indexId: string) =>
    (await database.read()).selectFrom('index_versions').selectAll().where('index_id', '=', indexId);
  return {
    all: async () =>
      (await (await database.read()).selectFrom('index_versions').select('files').execute()).map(filesIn),
    async newest(indexId) {
      const row = await (await from(indexId)).orderBy('number', 'desc').limit(1).executeTakeFirst();
      return row === undefined ? null : { version: row.version, files: filesIn(row) };
    },
    async filesOf(indexId, version) {
      const row = await (await from(indexId)).where('version', '=', version).executeTakeFirst();
      return row === undefined ? null : filesIn(row);
    },
    add: (indexId, version, files) =>
      database.change(`versions of ${indexId}`, async (transaction) => {
        const last = await transaction
          .selectFrom('index_versions')
          .select(({ fn }) => fn.max('number').as('number'))
          .where('index_id', '=', indexId)
          .executeTakeFirst();
        const row = { index_id: indexId, version, number: Number(last?.number ?? 0) + 1, files: JSON.stringify(files) };
        await transaction
          .insertInto('index_versions')
          .values(row)
          // An earlier version that was reached again is the newest one now.
          .onConflict((conflict) => conflict.columns(['index_id', 'version']).doUpdateSet(row))
          .execute();
      }),
  };
}

function filesIn({ files }: { readonly files: string }): IndexFiles {
  return filesSchema.parse(JSON.parse(files));
}

/** Equal for copies that find the same, on any machine; null where a copy is missing or was left unfinished. */
async function digestOfCopy(folder: string): Promise<string | null> {
  const settled = rowOf(join(folder, MANIFEST), 'SELECT state FROM settled');
  if (settled === null) return null;
  const { version, skippedCount } = settledSchema.parse(JSON.parse(String(settled['state'])));
  const hash = createHash('sha256').update(`${INDEX_LAYOUT}\0${version}\0${skippedCount}`);
  for (const name of (await databasesIn(folder)).filter((each) => each.startsWith('vectors/')).sort())
    hash.update(`\0${name}\0${String(rowOf(join(folder, name), 'SELECT COUNT(*) AS count FROM vectors')?.['count'])}`);
  return hash.digest('hex').slice(0, 12);
}

/** Null where there is no such database, or no row. */
function rowOf(path: string, query: string): Record<string, unknown> | null {
  if (!existsSync(path)) return null;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(query).get() ?? null;
  } finally {
    database.close();
  }
}

async function databasesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sqlite'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}

/** Of each database a copy without its log, as others may be reading it. */
async function storeFiles(folder: string, blobs: BlobStore): Promise<IndexFiles> {
  const files: IndexFiles = [];
  for (const name of await databasesIn(folder)) {
    const copy = join(folder, `${name}.${randomUUID()}.tmp`);
    try {
      const database = new DatabaseSync(join(folder, name));
      database.prepare('VACUUM INTO ?').run(copy);
      database.close();
      const parts: string[] = [];
      for await (const part of createReadStream(copy, { highWaterMark: PART_SIZE }))
        parts.push((await blobs.putBytes(part as Buffer, MEDIA_TYPE)).sha256);
      files.push({ name, parts });
    } finally {
      await rm(copy, { force: true });
    }
  }
  return files;
}

/** All or nothing: readers find the folder whole. */
async function writeFiles(folder: string, files: IndexFiles, blobs: BlobStore): Promise<void> {
  const draft = `${folder}.${randomUUID()}.tmp`;
  try {
    for (const { name, parts } of files) {
      await mkdir(dirname(join(draft, name)), { recursive: true });
      await pipeline(Readable.from(contentOf(parts, blobs)), createWriteStream(join(draft, name)));
    }
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process of this machine was faster.
    if (!existsSync(folder)) throw error;
  }
}

async function* contentOf(parts: readonly string[], blobs: BlobStore): AsyncIterable<Uint8Array> {
  for (const sha256 of parts) yield await blobs.getBytes({ sha256 });
}

async function forgetOldCopies(root: string, indexId: string, kept: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => splitVersionedId(name)?.indexId === indexId && name !== kept);
  const copies = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(root, name))).mtimeMs })));
  const old = copies.toSorted((a, b) => b.at - a.at).slice(KEPT_COPIES);
  await Promise.all(old.map(({ name }) => rm(join(root, name), { recursive: true, force: true })));
}

/**
 * The indexes of folders where several machines work: an update publishes a version, and the corpus id that it returns names the
 * version, so that a run reads the same index on every machine. A machine that lacks it copies it first.
 *
 * @param folders the indexes of this machine
 */
export function createSharedCorpusIndex(folders: CorpusIndex, versions: IndexVersions): CorpusIndex {
  const fetch = async (corpusId: string): Promise<void> => {
    const named = splitVersionedId(corpusId);
    if (named !== null) await versions.fetch(named.indexId, named.version);
  };
  return {
    ...preparedBy(fetch, folders),
    async statistics(corpusId, words, language) {
      await fetch(corpusId);
      return folders.statistics(corpusId, words, language);
    },
    async update(request) {
      const indexId = await indexIdOf(request);
      const wait = (): void => request.onProgress({ step: 'waiting', done: 0, total: 0 });
      return versions.exclusive(indexId, request.signal, wait, async () => {
        await versions.bring(indexId);
        const report = await folders.update(request);
        return { ...report, corpusId: versionedId(indexId, await versions.publish(indexId)) };
      });
    },
  };
}
