import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobRef, blobRefSchema } from '@plumbline/contracts/evidence/source';
import { type ResearchProgress, STAGES } from '@plumbline/contracts/report/progress';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import type { StoredRun } from '@plumbline/contracts/report/run-view';
import { type SettledRun, type StageName, stageNames } from '@plumbline/contracts/report/settled-stages';
import type { ResearchRequest } from '@plumbline/contracts/research/research-request';
import { type TaskDecisions, taskDecisionsSchema } from '@plumbline/contracts/research/task-decisions';
import { z } from 'zod';
import type { BlobStore } from './blob-store.ts';
import { hashesIn } from './blob-sweep.ts';
import { folderNameOf, isMissing, replaceFile, toJson } from './json-files.ts';
import { type Records, valueOf } from './records.ts';
import type { RecordRow } from './state-tables.ts';

export interface RunStart {
  readonly researchId: string;
  readonly request: ResearchRequest;
  readonly requestHash: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** A published report. */
export interface StoredReport {
  /** Names it in errors. */
  readonly name: string;
  /** The record, as it was written. */
  readonly json: string;
  /** The report; null: it cannot be read. */
  readonly markdown: string | null;
}

export interface RunStore {
  recordStart(start: RunStart): Promise<void>;
  /** Keeps the newer of the stored and the given progress. */
  saveProgress(progress: ResearchProgress): Promise<void>;
  /** Adds what a run has settled to what is on record of it. @returns all stages on record */
  saveSettled(researchId: string, settled: SettledRun): Promise<readonly StageName[]>;
  /** Null: nothing is on record. */
  readSettled(researchId: string): Promise<SettledRun | null>;
  /** @returns the record among the blobs */
  saveReport(record: ResearchRecord): Promise<BlobRef>;
  /** Null: it has no report. @throws {BlobNotFoundError} when its text is missing, {BlobDamagedError} */
  readReport(researchId: string): Promise<StoredReport | null>;
  /** Notes a blob with findings of the run, so that it is kept with the run and removed with it. @param sha256 of the blob */
  noteEvidence(researchId: string, sha256: string): Promise<void>;
  /** Keeps the decisions of a task that know of more queries: a frozen worker may report outdated ones when it resumes. */
  saveDecisions(researchId: string, decisions: TaskDecisions): Promise<void>;
  /** By the ids of their tasks. */
  readDecisions(researchId: string): Promise<TaskDecisions[]>;
  /** Names of the blobs that are, or were, the report of a run and nothing else. */
  bodiesOf(researchId: string): Promise<ReadonlySet<string>>;
  /** Whether no run was ever recorded; unlike a list it takes as long for thousands of runs as for one. */
  isEmpty(): Promise<boolean>;
  /** Newest first. */
  list(): Promise<StoredRun[]>;
  read(researchId: string): Promise<StoredRun | null>;
  /** Folder of a run's report as files, which need not exist. */
  folderOf(researchId: string): string;
  /** Removes what is on record of a run, and its files. */
  remove(researchId: string): Promise<void>;
}

const startSchema = z.object({
  researchId: z.string(),
  request: z.object({ question: z.string(), userId: z.string().optional() }),
  requestHash: z.string(),
  startedAt: z.string(),
});

// The fields that listings need; the rest is only displayed.
const progressSchema = z.looseObject({
  researchId: z.string(),
  question: z.string(),
  stage: z.enum(STAGES),
  startedAt: z.string(),
  updatedAt: z.string(),
});

const objectSchema = z.looseObject({});
// Written by us alone; what a version adds to it later has to be optional.
const settledSchema = z.object({ request: objectSchema, stages: objectSchema });

/** Names of the records of a run; tasks and texts add theirs. */
const NAMES = {
  start: 'start',
  progress: 'progress',
  settled: 'settled',
  report: 'report',
  /** Hashes in the report: the sweep marks them without reading it. */
  cited: 'report-texts',
  decisions: 'decisions/',
  evidence: 'evidence/',
  /** Every version of the report, also of a publication that was done again. */
  bodies: 'body/',
} as const;

const reportSchema = z.object({ record: blobRefSchema });
const publishedSchema = z.object({ report: z.object({ markdown: z.string() }) });

export interface RunStoreOptions {
  readonly records: Records;
  readonly blobs: Pick<BlobStore, 'putText' | 'getText'>;
  /** Where users find reports as files: `<home>/runs/<run>/{report.md, report.json}`. */
  readonly home: string;
  /** Whether this process writes them. */
  readonly writesFiles: boolean;
}

/** Keeps runs in the state database, and the bodies of their reports among the blobs. */
export function createRunStore(options: RunStoreOptions): RunStore {
  const { records, home } = options;
  const folderOf = (researchId: string) => join(home, 'runs', folderNameOf(researchId));
  return {
    ...progressIn(records),
    ...evidenceIn(records),
    ...reportsIn(options, folderOf),
    ...listingOf(records, folderOf),
    folderOf,
    async remove(researchId) {
      // The records last, so that a killed removal can be repeated.
      await rm(folderOf(researchId), { recursive: true, force: true });
      await records.remove('run', researchId);
    },
  };
}

const at = (researchId: string, name: string) => ({ kind: 'run', owner: researchId, name }) as const;
const now = (): string => new Date().toISOString();

function progressIn(records: Records): Pick<RunStore, 'recordStart' | 'saveProgress' | 'saveSettled' | 'readSettled'> {
  return {
    recordStart: (start) => records.put(at(start.researchId, NAMES.start), { value: start, at: start.startedAt }),
    saveProgress: (progress) =>
      // A frozen worker may report outdated progress when it resumes.
      records.change(at(progress.researchId, NAMES.progress), (known) =>
        known !== null && known.at > progress.updatedAt ? null : { value: progress, at: progress.updatedAt },
      ),
    async saveSettled(researchId, { request, stages }) {
      let onRecord: readonly StageName[] = [];
      await records.change(at(researchId, NAMES.settled), (known) => {
        const added = { request, stages: { ...toSettled(known)?.stages, ...stages } };
        onRecord = stageNames(added.stages);
        return { value: added, at: now() };
      });
      return onRecord;
    },
    readSettled: async (researchId) => toSettled(await records.read(at(researchId, NAMES.settled))),
  };
}

function toSettled(row: RecordRow | null): SettledRun | null {
  return valueOf(row, settledSchema) as SettledRun | null;
}

function evidenceIn(records: Records): Pick<RunStore, 'noteEvidence' | 'saveDecisions' | 'readDecisions'> {
  return {
    // A record for each blob: the tasks of a run note theirs at the same time.
    noteEvidence: (researchId, sha256) =>
      records.put(at(researchId, `${NAMES.evidence}${sha256}`), { value: { sha256 }, at: now() }),
    saveDecisions: (researchId, decisions) =>
      records.change(at(researchId, `${NAMES.decisions}${decisions.taskId}`), (row) => {
        const known = valueOf(row, taskDecisionsSchema);
        const knowsMore = known !== null && known.queries.length > decisions.queries.length;
        return knowsMore ? null : { value: decisions, at: now() };
      }),
    async readDecisions(researchId) {
      const rows = await records.list('run', researchId, NAMES.decisions);
      return rows.sort(byName).flatMap((row) => valueOf(row, taskDecisionsSchema) ?? []);
    },
  };
}

/** The same on every database, whatever its order of letters. */
function byName(a: RecordRow, b: RecordRow): number {
  return a.name < b.name ? -1 : 1;
}

function reportsIn(
  { records, blobs, writesFiles }: RunStoreOptions,
  folderOf: RunStore['folderOf'],
): Pick<RunStore, 'saveReport' | 'readReport' | 'bodiesOf'> {
  return {
    async bodiesOf(researchId) {
      const rows = await records.list('run', researchId, NAMES.bodies);
      return new Set(rows.map(({ name }) => name.slice(NAMES.bodies.length)));
    },
    async saveReport(record) {
      const { researchId } = record;
      const json = toJson(record);
      const body = await blobs.putText(json, 'application/json');
      const { sha256 } = body;
      await records.put(at(researchId, `${NAMES.bodies}${sha256}`), { value: { sha256 }, at: now() });
      await records.put(at(researchId, NAMES.cited), { value: [...new Set(hashesIn(json))], at: now() });
      if (writesFiles) {
        await replaceFile(join(folderOf(researchId), REPORT_FILE), record.report.markdown);
        await replaceFile(join(folderOf(researchId), RECORD_FILE), json);
      }
      // Last: a reader who finds it finds all of it.
      await records.put(at(researchId, NAMES.report), { value: { record: body }, at: now() });
      return body;
    },
    async readReport(researchId) {
      const report = valueOf(await records.read(at(researchId, NAMES.report)), reportSchema);
      if (report === null) return null;
      const json = await blobs.getText(report.record);
      return { name: `the record of ${researchId}`, json, markdown: markdownIn(json) };
    },
  };
}

const REPORT_FILE = 'report.md';
const RECORD_FILE = 'report.json';

function markdownIn(json: string): string | null {
  return publishedSchema.safeParse(JSON.parse(json)).data?.report.markdown ?? null;
}

function listingOf(records: Records, folderOf: RunStore['folderOf']): Pick<RunStore, 'isEmpty' | 'list' | 'read'> {
  const listed = [NAMES.start, NAMES.progress, NAMES.report];
  const toRun = async (rows: readonly RecordRow[]): Promise<StoredRun | null> => {
    const named = (name: string) => rows.find((row) => row.name === name);
    const start = valueOf(named(NAMES.start), startSchema);
    const progress = valueOf(named(NAMES.progress), progressSchema);
    const researchId = start?.researchId ?? progress?.researchId;
    if (researchId === undefined) return null;
    const hasReport = named(NAMES.report) !== undefined;
    const fileOf = (name: string) => (hasReport ? existing(join(folderOf(researchId), name)) : null);
    return {
      researchId,
      question: start?.request.question ?? progress?.question ?? '',
      startedAt: start?.startedAt ?? progress?.startedAt ?? '',
      userId: start?.request.userId ?? null,
      requestHash: start?.requestHash ?? null,
      progress: progress as ResearchProgress | null,
      hasReport,
      reportPath: await fileOf(REPORT_FILE),
      recordPath: await fileOf(RECORD_FILE),
    };
  };
  return {
    isEmpty: () => records.isEmpty('run'),
    async list() {
      const rows = Map.groupBy(await records.listNamed('run', listed), ({ owner }) => owner);
      const found = await Promise.all([...rows.values()].map(toRun));
      return found.filter((run) => run !== null).sort((a, b) => b.startedAt.localeCompare(a.startedAt));
    },
    read: async (researchId) => toRun(await records.listNamed('run', listed, researchId)),
  };
}

async function existing(path: string): Promise<string | null> {
  try {
    await access(path);
    return path;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
