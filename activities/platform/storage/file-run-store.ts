import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type ResearchProgress, STAGES } from '../../../workflows/contracts/report/progress.ts';
import type { ResearchRecord } from '../../../workflows/contracts/report/report.ts';
import type { SettledRun, StageName } from '../../../workflows/contracts/report/settled-stages.ts';
import type { ResearchRequest } from '../../../workflows/contracts/research/research-request.ts';
import { type TaskDecisions, taskDecisionsSchema } from '../../../workflows/contracts/research/task-decisions.ts';
import { stageNames } from '../../../workflows/domain/settled-stages.ts';
import { folderNameOf, isMissing, listFiles, listFolders, readJson, replaceFile, toJson } from './json-files.ts';

export interface RunStart {
  readonly researchId: string;
  readonly request: ResearchRequest;
  readonly requestHash: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** What the home records about a run; available without a server and after its history was deleted. */
export interface StoredRun {
  readonly researchId: string;
  readonly question: string;
  readonly startedAt: string;
  /** The request's user; null if it has none or was not started by this project's client. */
  readonly userId: string | null;
  /** Null when the run was not started by this project's client. */
  readonly requestHash: string | null;
  readonly progress: ResearchProgress | null;
  readonly reportPath: string | null;
  readonly recordPath: string | null;
}

export interface RunStore {
  recordStart(start: RunStart): Promise<void>;
  /** Keeps the newer of the stored and the given progress. */
  saveProgress(progress: ResearchProgress): Promise<void>;
  /** Adds what a run has settled to what is on record of it. @returns all stages on record */
  saveSettled(researchId: string, settled: SettledRun): Promise<readonly StageName[]>;
  /** Null: nothing is on record. */
  readSettled(researchId: string): Promise<SettledRun | null>;
  saveReport(record: ResearchRecord): Promise<{ readonly reportPath: string; readonly recordPath: string }>;
  /** Notes a blob with findings of the run, so that it is kept with the run and removed with it. @param sha256 of the blob */
  noteEvidence(researchId: string, sha256: string): Promise<void>;
  /** Keeps the decisions of a task that know of more queries: a frozen worker may report outdated ones when it resumes. */
  saveDecisions(researchId: string, decisions: TaskDecisions): Promise<void>;
  /** By the ids of their tasks. */
  readDecisions(researchId: string): Promise<TaskDecisions[]>;
  /** Whether no run was ever recorded; unlike a list it takes as long for thousands of runs as for one. */
  isEmpty(): Promise<boolean>;
  /** Newest first. */
  list(): Promise<StoredRun[]>;
  read(researchId: string): Promise<StoredRun | null>;
  /** Folder of a run's files, which need not exist. */
  folderOf(researchId: string): string;
  /** Removes the files of a run, if there are any. */
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

/**
 * Keeps runs as files: `<home>/runs/<run>/{start.json, progress.json, settled.json, evidence/, decisions/, report.md, report.json}`.
 *
 * Every file is replaced as a whole, see `replaceFile`. A damaged file counts as missing.
 */
export function createFileRunStore(home: string): RunStore {
  const runs = join(home, 'runs');
  const pathOf = (researchId: string, file: string) => join(runs, folderNameOf(researchId), file);

  async function readFolder(folder: string): Promise<StoredRun | null> {
    const start = await readJson(join(runs, folder, 'start.json'), startSchema);
    const progress = await readJson(join(runs, folder, 'progress.json'), progressSchema);
    const researchId = start?.researchId ?? progress?.researchId;
    if (researchId === undefined || folderNameOf(researchId) !== folder) return null;
    return {
      researchId,
      question: start?.request.question ?? progress?.question ?? '',
      startedAt: start?.startedAt ?? progress?.startedAt ?? '',
      userId: start?.request.userId ?? null,
      requestHash: start?.requestHash ?? null,
      progress: progress as ResearchProgress | null,
      reportPath: await existing(join(runs, folder, 'report.md')),
      recordPath: await existing(join(runs, folder, 'report.json')),
    };
  }

  return {
    recordStart: (start) => replaceFile(pathOf(start.researchId, 'start.json'), toJson(start)),
    saveProgress: (progress) => keepNewer(pathOf(progress.researchId, 'progress.json'), progress),
    saveSettled: (researchId, settled) => addSettled(pathOf(researchId, 'settled.json'), settled),
    readSettled: (researchId) => readSettled(pathOf(researchId, 'settled.json')),
    saveReport: (record) => saveReport(join(runs, folderNameOf(record.researchId)), record),
    noteEvidence: (researchId, sha256) => noteBlob(pathOf(researchId, 'evidence'), sha256),
    saveDecisions: (researchId, decisions) => saveDecisions(pathOf(researchId, 'decisions'), decisions),
    readDecisions: (researchId) => readDecisions(pathOf(researchId, 'decisions')),
    isEmpty: async () => (await listFolders(runs)).length === 0,
    async list() {
      const found = await Promise.all((await listFolders(runs)).map(readFolder));
      return found.filter((run) => run !== null).sort((a, b) => b.startedAt.localeCompare(a.startedAt));
    },
    read: (researchId) => readFolder(folderNameOf(researchId)),
    folderOf: (researchId) => join(runs, folderNameOf(researchId)),
    remove: (researchId) => rm(join(runs, folderNameOf(researchId)), { recursive: true, force: true }),
  };
}

async function addSettled(path: string, { request, stages }: SettledRun): Promise<readonly StageName[]> {
  const known = await readSettled(path);
  const added = { request, stages: { ...known?.stages, ...stages } };
  await replaceFile(path, toJson(added));
  return stageNames(added.stages);
}

async function readSettled(path: string): Promise<SettledRun | null> {
  return (await readJson(path, settledSchema)) as SettledRun | null;
}

async function saveReport(folder: string, record: ResearchRecord) {
  const reportPath = join(folder, 'report.md');
  const recordPath = join(folder, 'report.json');
  await replaceFile(reportPath, record.report.markdown);
  await replaceFile(recordPath, toJson(record));
  return { reportPath, recordPath };
}

/** A file for each blob: the tasks of a run note theirs at the same time. */
async function noteBlob(folder: string, sha256: string): Promise<void> {
  await replaceFile(join(folder, `${sha256}.json`), toJson({ sha256 }));
}

/** A frozen worker may report outdated progress when it resumes. */
async function keepNewer(path: string, progress: ResearchProgress): Promise<void> {
  const known = await readJson(path, progressSchema);
  if (known === null || known.updatedAt <= progress.updatedAt) await replaceFile(path, toJson(progress));
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

/** Keeps the decisions of a task, unless those in the folder know of more queries. */
async function saveDecisions(folder: string, decisions: TaskDecisions): Promise<void> {
  const path = join(folder, `${folderNameOf(decisions.taskId)}.json`);
  const known = await readJson(path, taskDecisionsSchema);
  if (known === null || known.queries.length <= decisions.queries.length) await replaceFile(path, toJson(decisions));
}

/** By the names of their files. */
async function readDecisions(folder: string): Promise<TaskDecisions[]> {
  const names = (await listFiles(folder)).filter((name) => name.endsWith('.json')).sort();
  const read = await Promise.all(names.map((name) => readJson(join(folder, name), taskDecisionsSchema)));
  return read.filter((decisions) => decisions !== null);
}
