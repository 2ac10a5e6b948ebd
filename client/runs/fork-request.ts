import { basename } from 'node:path';
import type { FileSelection } from '@plumbline/contracts/common/file-selection';
import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { ForkableRun } from '@plumbline/contracts/report/settled-stages';
import { FORK_POINTS, type ForkPoint } from '@plumbline/contracts/research/fork';
import {
  type ResearchRequest,
  researchRequestSchema,
  type ResearchSettings,
  researchSettingsSchema,
} from '@plumbline/contracts/research/research-request';
import { compareSettings } from '@plumbline/contracts/research/setting-comparison';
import { z } from 'zod';
import { type Setting, SETTINGS } from '../configuration/settings.ts';
import { commands, ConflictError, UsageError } from '../errors/failures.ts';

/** How a fork differs from the run that it is made from. */
export interface ForkChanges {
  readonly from: ForkPoint;
  /** Those that are given; the others stay. */
  readonly settings?: object;
  /** Absolute paths of further folders. */
  readonly addedFolders?: readonly string[];
  /** Of further folders of which only some files are documents. */
  readonly addedSelections?: readonly FileSelection[] | undefined;
  /** Researched instead of the plan of the other run. */
  readonly plan?: ResearchPlan | undefined;
}

/** What a caller calls the parts of {@link ForkChanges}. */
export interface ForkWording {
  readonly plan: string;
  readonly folders: string;
  setting(setting: Setting): string;
  issue(issue: z.core.$ZodIssue): string;
  from(point: ForkPoint): string;
}

/** By the fields of {@link ForkChanges}. */
export const FIELD_WORDING: ForkWording = {
  plan: 'plan',
  folders: 'addedFolders',
  setting: ({ path }) => ['settings', ...path].join('.'),
  issue: ({ path, message }) => `${path.join('.')}: ${message}`,
  from: (point) => `from "${point}"`,
};

/** The last point at which a setting still changes something; of those left out, synthesis. Null: none does. */
const LAST_POINT: Readonly<Partial<Record<keyof ResearchSettings, ForkPoint | null>>> = {
  clarify: null,
  clarificationTimeoutSeconds: 'plan',
  approvePlan: 'plan',
  queryVariants: 'research',
  relevanceThreshold: 'research',
  rerankTopK: 'research',
  sourceWeighting: 'research',
  maxRounds: 'research',
  citeThreshold: 'research',
  tierCaps: 'research',
  maxQuotes: 'research',
  minQuoteLength: 'research',
  driftThreshold: 'research',
  referenceDepth: 'research',
  maxTasks: 'research',
};

const givenSchema = z.object({ settings: researchSettingsSchema });

/** The settings that a fork can change at all. */
export const FORK_SETTINGS: readonly Setting[] = SETTINGS.filter((setting) => lastPointOf(setting) !== null);

/** @throws {UsageError} for settings that do not fit, and for changes to what the fork keeps, each with the point that it needs */
export function refuseContradictions(changes: ForkChanges, wording: ForkWording): void {
  const { from, settings = {}, addedFolders = [], plan } = changes;
  const changed = SETTINGS.filter(({ path }) => isGiven(settings, path));
  const { error } = givenSchema.safeParse({ settings }, { reportInput: true });
  const problems = [
    ...(error?.issues ?? []).map((issue) => wording.issue(issue)),
    ...changed.flatMap((setting) => problemOf(wording.setting(setting), lastPointOf(setting), from, wording)),
    ...(addedFolders.length > 0 ? problemOf(wording.folders, 'research', from, wording) : []),
    ...(plan === undefined || from === 'research' ? [] : [planProblem(wording)]),
  ];
  if (problems.length > 0) throw new UsageError(problems.join('\n       '), `See: ${commands.help('fork')}`);
}

/**
 * The request of a fork: the other run's request with the changes.
 *
 * @throws {UsageError} when the changes do not fit, or contradict the point
 * @throws {ConflictError} when the run has not come to the point yet
 */
export function createForkRequest(
  researchId: string,
  { request, points }: Pick<ForkableRun, 'request' | 'points'>,
  changes: ForkChanges,
  wording: ForkWording,
): ResearchRequest {
  refuseContradictions(changes, wording);
  const { from, settings = {}, addedFolders = [], addedSelections = [], plan } = changes;
  if (!points.includes(from)) throw notReached(researchId, from, points, wording);
  const known = request.corpusDirectories.find((directory) => selectsAnew(directory, request, changes));
  if (known !== undefined) {
    throw new UsageError(
      `${wording.folders}: the run searches files of ${basename(known)} already`,
      'Start a new run instead.',
    );
  }
  const { forkedFrom: earlier, ...kept } = request;
  const wanted = {
    ...kept,
    corpusDirectories: [...new Set([...request.corpusDirectories, ...addedFolders])],
    ...(addedSelections.length > 0 && { fileSelections: [...(request.fileSelections ?? []), ...addedSelections] }),
    settings: { ...request.settings, ...settings, limits: limitsOf(request, settings) },
  };
  const { data, error } = researchRequestSchema.safeParse(wanted, { reportInput: true });
  if (error !== undefined) {
    throw new UsageError(
      error.issues.map((issue) => wording.issue(issue)).join('\n       '),
      `See: ${commands.help('fork')}`,
    );
  }
  const ancestors = earlier === undefined ? [] : [earlier.researchId, ...earlier.ancestors].slice(0, 100);
  const origin = { researchId, from, ...(plan !== undefined && { plan }), ancestors };
  const planChange = plan === undefined ? [] : [{ name: 'plan', a: 'kept', b: 'given' }];
  return { ...data, forkedFrom: { ...origin, changes: [...compareSettings(request, data), ...planChange] } };
}

/** Whether a folder of the run is given again, and one of the two is only some of its files. */
function selectsAnew(directory: string, request: ResearchRequest, changes: ForkChanges): boolean {
  const { addedFolders = [], addedSelections = [] } = changes;
  const selections = [...(request.fileSelections ?? []), ...addedSelections];
  return addedFolders.includes(directory) && selections.some((selection) => selection.directory === directory);
}

function limitsOf({ settings: { limits } }: ResearchRequest, given: object): object {
  return { ...limits, ...('limits' in given && typeof given.limits === 'object' ? given.limits : {}) };
}

function lastPointOf({ path: [field] }: Setting): ForkPoint | null {
  const last = LAST_POINT[field as keyof ResearchSettings];
  return last === undefined ? 'synthesis' : last;
}

function isGiven(settings: object, path: readonly string[]): boolean {
  let value: unknown = settings;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return value !== undefined;
}

function problemOf(what: string, last: ForkPoint | null, from: ForkPoint, wording: ForkWording): string[] {
  if (last === null) return [`${what} changes nothing in a fork, which keeps the answers: start a new run instead`];
  if (FORK_POINTS.indexOf(from) <= FORK_POINTS.indexOf(last)) return [];
  return [`${what} changes nothing with ${wording.from(from)}, which keeps that part: use ${wording.from(last)}`];
}

function planProblem(wording: ForkWording): string {
  return `${wording.plan} is researched unchanged: use it with ${wording.from('research')}`;
}

function notReached(
  researchId: string,
  from: ForkPoint,
  points: readonly ForkPoint[],
  wording: ForkWording,
): ConflictError {
  const last = points.at(-1);
  return new ConflictError(
    `the run "${researchId}" has not reached ${from}, so there is nothing to keep`,
    last === undefined
      ? `Its question is not settled yet. See: ${commands.status(researchId)}`
      : `Use ${wording.from(last)}, or let it go on: ${commands.resume(researchId)}`,
  );
}
