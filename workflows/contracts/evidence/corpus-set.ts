import { type CorpusOfRequest, type FileSelection, saidLists, selectionOf } from '../common/file-selection.ts';
import { sha256Hex } from '../common/sha256.ts';
import { type CorpusReport, firstOfEachReason, joinLeftOut, type LeftOut, NAMED_LEFT_OUT } from './corpus.ts';

/** One of the indexes of a run. */
export interface CorpusMember {
  /** Distinguishes folders in locators (`norms/lamp.md`); null where a run has one folder only, and for pages. */
  readonly label: string | null;
  /** Id of one folder's index, or of the run's pages. */
  readonly indexId: string;
}

const SEPARATOR = '+';
const LABEL_END = '=';
const WEB_PREFIX = 'web-';
/** As many as a single report lists. */
const MAX_SKIPPED_FILES = 100;

/** Id of the store of pages that one run reads. */
export function webCorpusIdOf(researchId: string): string {
  return `${WEB_PREFIX}${sha256Hex(researchId).slice(0, 12)}`;
}

export function isWebCorpus(indexId: string): boolean {
  return indexId.startsWith(WEB_PREFIX);
}

/** The indexes that a corpus id refers to; none for a corpus without documents. */
export function corpusMembers(corpusId: string): CorpusMember[] {
  if (corpusId === '') return [];
  return corpusId.split(SEPARATOR).map((member) => {
    const [first = '', second] = member.split(LABEL_END);
    return second === undefined ? { label: null, indexId: first } : { label: first, indexId: second };
  });
}

/** The corpus id of some indexes. */
export function corpusIdOf(members: readonly CorpusMember[]): string {
  return members
    .map(({ label, indexId }) => (label === null ? indexId : `${label}${LABEL_END}${indexId}`))
    .join(SEPARATOR);
}

/**
 * The folders among the indexes of a corpus id; null if there are none. Only folders stay unchanged while tasks run
 * concurrently: anything based on the pages read so far would depend on which task came first.
 */
export function foldersOf(corpusId: string): string | null {
  const folders = corpusMembers(corpusId).filter(({ indexId }) => !isWebCorpus(indexId));
  return folders.length === 0 ? null : corpusIdOf(folders);
}

/** A folder of a request, and the report on its index. */
interface IndexedFolder {
  readonly directory: string;
  readonly report: CorpusReport;
}

/** Of several folders one may be without a document of the request. Where all are, the first says why. */
export async function indexSome(
  directories: readonly string[],
  indexAll: (mayBeEmpty: boolean) => Promise<readonly IndexedFolder[]>,
): Promise<readonly IndexedFolder[]> {
  const folders = await indexAll(directories.length > 1);
  return folders.length > 1 && folders.every(({ report }) => report.files === 0) ? indexAll(false) : folders;
}

/**
 * One report on everything that a run may read.
 *
 * @param folders reports in the order of the request
 * @param webCorpusId null where the web is not used
 * @param fileSelections of the request
 */
export function joinCorpora(
  folders: readonly IndexedFolder[],
  webCorpusId: string | null,
  fileSelections?: readonly FileSelection[],
): CorpusReport {
  const labels = distinctLabels(folders.map(({ directory }) => directory));
  const isLabelled = folders.length > 1;
  const members: CorpusMember[] = folders.map(({ report }, index) => ({
    label: isLabelled ? (labels[index] ?? null) : null,
    indexId: report.corpusId,
  }));
  const reports = folders.map(({ report }) => report);
  const leftOut = leftOutOf(folders, isLabelled ? labels : [], fileSelections);
  const sum = (count: (report: CorpusReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  return {
    corpusId: corpusIdOf([...members, ...(webCorpusId === null ? [] : [{ label: null, indexId: webCorpusId }])]),
    version: versionOf(reports),
    files: sum(({ files }) => files),
    passages: sum(({ passages }) => passages),
    added: sum(({ added }) => added),
    changed: sum(({ changed }) => changed),
    removed: sum(({ removed }) => removed),
    bytesRead: sum(({ bytesRead }) => bytesRead),
    languages: [...new Set(reports.flatMap(({ languages }) => languages))].sort(),
    skippedCount: sum(({ skippedCount }) => skippedCount),
    partialCount: sum(({ partialCount }) => partialCount),
    skippedFiles: firstOfEachReason(
      folders.flatMap(({ report }, index) =>
        report.skippedFiles.map((file) => ({
          ...file,
          locator: isLabelled ? `${labels[index]}/${file.locator}` : file.locator,
        })),
      ),
      MAX_SKIPPED_FILES,
    ),
    ...(leftOut.length > 0 && { leftOut }),
  };
}

function leftOutOf(
  folders: readonly IndexedFolder[],
  labels: readonly string[],
  fileSelections: CorpusOfRequest['fileSelections'],
): readonly LeftOut[] {
  const groups = folders.flatMap(({ report: { files, leftOut = [] } }, index): readonly LeftOut[] => {
    const label = labels[index];
    const named = (name: string): string => (label === undefined ? name : `${label}/${name}`);
    return [
      ...leftOut.map((group) => ({ ...group, names: group.names.map(named) })),
      ...(files === 0 && label !== undefined ? [{ reason: 'empty' as const, count: 1, names: [label] }] : []),
    ];
  });
  const corpusDirectories = folders.map(({ directory }) => directory);
  return [...unselectedOf({ corpusDirectories, fileSelections }), ...joinLeftOut(groups)];
}

/** What the patterns of a request leave out; patterns that all folders share are told once. */
export function unselectedOf({ corpusDirectories, fileSelections }: CorpusOfRequest): LeftOut[] {
  const labels = distinctLabels(corpusDirectories);
  const ofFolders = corpusDirectories.map((directory) => {
    const { include, exclude } = selectionOf(directory, fileSelections) ?? { include: [], exclude: [] };
    return [
      ...saidLists(include).map((list) => ({ reason: 'unmatched' as const, list })),
      ...(exclude.length > 0 ? [{ reason: 'excluded' as const, list: exclude }] : []),
    ].map(({ reason, list }): LeftOut => ({ reason, count: list.length, names: list.slice(0, NAMED_LEFT_OUT) }));
  });
  const [first = []] = ofFolders;
  if (new Set(ofFolders.map((groups) => JSON.stringify(groups))).size < 2) return first;
  return ofFolders.flatMap((groups, index) => groups.map((group) => ({ ...group, folder: labels[index] })));
}

function versionOf(reports: readonly CorpusReport[]): string {
  const versions = reports.map(({ version }) => version);
  return versions.length < 2 ? versions.join() : sha256Hex(versions.join('\n')).slice(0, 16);
}

/** Names of the folders, without what ids and locators use as signs; equal ones get a number. */
export function distinctLabels(directories: readonly string[]): string[] {
  const used = new Map<string, number>();
  return directories.map((directory) => {
    const name = directory.split('/').findLast((part) => part !== '') ?? 'corpus';
    const label = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
    const count = (used.get(label) ?? 0) + 1;
    used.set(label, count);
    return count === 1 ? label : `${label}~${count}`;
  });
}
