import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hashesInIndex, listIndexes } from '@plumbline/search/removal';
import { type BlobSweep, hashesIn, hashesInFiles } from '@plumbline/storage/blobs';
import type { RecordRow } from '@plumbline/storage/database';
import type { Records } from '@plumbline/storage/records';
import type { PageRemoval } from '@plumbline/web/page-removal';
import type { StateStores } from '../assembly/state-stores.ts';

/** What deletes parts of a home works on. */
export interface HomeWork {
  readonly home: string;
  readonly blobs: BlobSweep;
  readonly state: StateStores;
  readonly now: Date;
  /** False: only counts. */
  readonly apply: boolean;
}

/** What to ignore, because it is about to be deleted. */
export interface Leaving {
  /** Folders and files of the home. */
  readonly paths: ReadonlySet<string>;
  /** Whose records; null: no one's. */
  readonly owner: Pick<RecordRow, 'kind' | 'owner'> | null;
  /** Pages, by `webCorpusIdOf` their run or session, here and on record. */
  readonly pageRuns: ReadonlySet<string>;
  readonly corpusIds: ReadonlySet<string>;
}

/** Folders whose files name texts: reports for their readers, and what earlier versions recorded. */
const FOLDERS = ['runs', 'conversations', 'review', 'briefings'] as const;

/**
 * Names of all blobs that a record of a run, session or briefing, a file of a report, an index, a version of one, or a page refers to.
 *
 * @throws {Error} when a file cannot be read, because its references are then unknown
 */
export async function referencedBlobs(
  home: string,
  { records, indexVersions }: Pick<StateStores, 'records' | 'indexVersions'>,
  pages: PageRemoval | null,
  leaving: Leaving,
): Promise<ReadonlySet<string>> {
  const files = (await Promise.all(FOLDERS.map((folder) => entriesOf(join(home, folder))))).flat();
  const indexes = (await listIndexes(home)).filter(({ corpusId }) => !leaving.corpusIds.has(corpusId));
  const pageRuns = [...(pages?.runs().keys() ?? [])].filter((run) => !leaving.pageRuns.has(run));
  const hashes = new Set([...(pages?.hashesOf(pageRuns) ?? []), ...(await indexVersions.hashes())]);
  const stays = ({ kind, owner }: Pick<RecordRow, 'kind' | 'owner'>) =>
    kind === 'pages' ? !leaving.pageRuns.has(owner) : kind !== leaving.owner?.kind || owner !== leaving.owner.owner;
  // One after another: together they may have gigabytes.
  for (const { kind, owner } of (await records.owners()).filter(stays))
    addAll(hashes, await hashesInRecords(records, kind, owner));
  for (const path of files.filter((each) => !leaving.paths.has(each))) addAll(hashes, await hashesInFiles(path));
  for (const { corpusId } of indexes) addAll(hashes, hashesInIndex(home, corpusId));
  return hashes;
}

/** References in the records of one run, session or briefing. */
export async function hashesInRecords(
  records: Records,
  kind: RecordRow['kind'],
  owner: string,
): Promise<ReadonlySet<string>> {
  return new Set((await records.list(kind, owner)).flatMap(({ value }) => hashesIn(value)));
}

async function entriesOf(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
}

function addAll(hashes: Set<string>, more: ReadonlySet<string>): void {
  for (const hash of more) hashes.add(hash);
}
