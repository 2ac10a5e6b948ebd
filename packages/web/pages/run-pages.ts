import { createHash } from 'node:crypto';
import { passageSchema, type Source, sourceSchema } from '@plumbline/contracts/evidence/source';
import type { BlobStore } from '@plumbline/storage/blobs';
import { type Records, valueOf } from '@plumbline/storage/records';
import { z } from 'zod';
import { createPagePassages, type PagePassages } from './page-passages.ts';
import { openPageDatabase, type PageStore } from './page-store.ts';

const outcomeSchema = z.object({
  address: z.string(),
  /** Null: it was refused. */
  page: z.object({ source: sourceSchema, passages: z.array(passageSchema) }).nullable(),
  /** Why it could not be read, wholly or in part. */
  problem: z.string().nullable(),
});
/** What a run got at an address. */
export type PageOutcome = z.infer<typeof outcomeSchema>;

/** Where the pages of runs are kept. */
export interface RunPages {
  /** Makes what other machines have read for a run known here. */
  bring(run: string): Promise<void>;
  /** Keeps the first outcome of an address in a run. */
  add(run: string, outcome: PageOutcome): Promise<void>;
  /** Adds the outcomes of one run to another. */
  copyAll(from: string, to: string): Promise<void>;
}

/** Pages that only this home has. */
export function createLocalRunPages(store: PageStore, passages: PagePassages, blobs: BlobStore): RunPages {
  return {
    bring: async () => undefined,
    async add(run, { address, page, problem }) {
      if (page === null) return store.saveVisit(run, address, { sourceId: null, problem });
      const { source } = page;
      const { sourceId, locator } = source;
      await passages.add(run, source, page.passages, await blobs.getText(source.text), () => {
        store.saveVisit(run, locator, { sourceId, problem });
        store.saveVisit(run, address, { sourceId, problem: null });
      });
    },
    async copyAll(from, to) {
      for (const source of passages.sourcesOf(from)) {
        const text = await blobs.getText(source.text);
        await passages.add(to, source, passages.passagesOf(from, source.sourceId), text, () => undefined);
      }
      store.copyVisits(from, to);
    },
  };
}

/** Runs whose known outcomes are remembered; of others they are brought again. */
const REMEMBERED_RUNS = 100;

/** The same on several machines: outcomes are records, and each machine has a copy that it searches. */
export function createSharedRunPages(local: RunPages, records: Records): RunPages {
  const known = new Map<string, Set<string>>();
  const bring = async (run: string): Promise<void> => {
    const names = known.get(run) ?? new Set<string>();
    const rows = (await records.outline('pages', run)).filter(({ name }) => !names.has(name));
    for (const { name } of rows.sort((a, b) => a.at.localeCompare(b.at) || a.name.localeCompare(b.name))) {
      const outcome = valueOf(await records.read({ kind: 'pages', owner: run, name }), outcomeSchema);
      if (outcome !== null) await local.add(run, outcome);
      names.add(name);
    }
    known.delete(run);
    known.set(run, names);
    for (const old of [...known.keys()].slice(0, -REMEMBERED_RUNS)) known.delete(old);
  };
  const add = (run: string, outcome: PageOutcome): Promise<void> => {
    // An address may be longer than a name.
    const name = createHash('sha256').update(outcome.address).digest('hex').slice(0, 32);
    const record = { value: outcome, at: new Date().toISOString() };
    return records.change({ kind: 'pages', owner: run, name }, (first) => (first === null ? record : null));
  };
  return {
    bring,
    async add(run, outcome) {
      await add(run, outcome);
      await bring(run);
    },
    async copyAll(from, to) {
      for (const row of await records.list('pages', from)) {
        const outcome = valueOf(row, outcomeSchema);
        if (outcome !== null) await add(to, outcome);
      }
      await bring(to);
    },
  };
}

/** A page as a run or a session has read it, here or on another machine; null: it has not. @param run see `webCorpusIdOf` */
export async function findPage(
  { home, records }: { readonly home: string; readonly records: Pick<Records, 'list'> },
  run: string,
  sourceId: string,
): Promise<Source | null> {
  const database = openPageDatabase(home);
  try {
    const found = createPagePassages(database).findSource(run, sourceId);
    if (found !== null) return found;
  } finally {
    database.close();
  }
  const outcomes = (await records.list('pages', run)).map((row) => valueOf(row, outcomeSchema));
  return outcomes.find((outcome) => outcome?.page?.source.sourceId === sourceId)?.page?.source ?? null;
}
