import type { Stage } from '@plumbline/contracts/report/progress';
import type { PendingClarification } from '@plumbline/contracts/research/clarification';
import { type ResearchRequest, researchRequestSchema } from '@plumbline/contracts/research/research-request';
import type { PresetName } from '@plumbline/contracts/settings/setting';
import { settingsWith } from '../configuration/settings.ts';
import { FIELD_WORDING, type ForkChanges } from '../runs/fork-request.ts';
import type { Delivery } from '../runs/run-messages.ts';
import { requireUsableId } from '../runs/run-owner.ts';
import type { ApiContext } from './api-context.ts';
import { invalidRequest, RequestProblem } from './problem.ts';
import { chooseSources, foldersNamed } from './served-sources.ts';

/** A run as a request describes it: sources by name, settings on top of a preset. */
interface RunToStart {
  readonly question: string;
  readonly id?: string | undefined;
  readonly userId?: string | undefined;
  readonly documents?: string[] | undefined;
  /** Patterns of files of the folders. */
  readonly include?: string[] | undefined;
  readonly exclude?: string[] | undefined;
  /** Names: of search providers. */
  readonly web?: boolean | string[] | undefined;
  readonly preset: PresetName;
  readonly settings: object;
}

/** What is needed to start a run. */
interface StartContext extends Pick<ApiContext, 'access'> {
  readonly tools: Pick<ApiContext['tools'], 'runs'>;
  readonly settings: Pick<ApiContext['settings'], 'sources' | 'conversation'>;
}

interface ServedRun {
  readonly researchId: string;
  /** The run existed. */
  readonly attached: boolean;
  readonly webUi: string | null;
}

/** A message that a run took. */
interface TakenMessage {
  readonly researchId: string;
  /** Null: it is stored with the run, which has no worker at the moment. */
  readonly accepted: true | null;
  readonly stage: Stage | null;
  /** Questions that are still open. */
  readonly pendingClarification: PendingClarification | null;
}

/**
 * Starts a run, or attaches to the one of the same id and request.
 *
 * @param viewer the user whose runs are visible; null: all runs are
 * @throws {RequestProblem} for an unknown source, or a setting that does not fit
 * @throws {UsageError} when another request has the id
 */
export async function startServedRun(
  { access, tools, settings }: StartContext,
  run: RunToStart,
  viewer: string | null,
): Promise<ServedRun> {
  const { question, id, userId, preset, settings: given, documents, include, exclude, web: wantsWeb } = run;
  const choice = { documents, include, exclude, web: wantsWeb, catalogues: [] };
  const { catalogues: _, web, ...corpus } = chooseSources(settings.sources, choice);
  const user = userId === undefined ? {} : { userId };
  const { citeThreshold } = settings.conversation;
  const wanted = { question, ...corpus, ...user, web, settings: { citeThreshold, ...settingsWith(preset, given) } };
  const { data: request, error } = researchRequestSchema.safeParse(wanted);
  if (error !== undefined) throw invalidRequest(error, 'body');
  return start({ access, tools }, request, { id, viewer });
}

/** A fork as a request describes it: further folders by name, settings on top of the other run's. */
interface ForkToStart extends Pick<ForkChanges, 'from' | 'plan'> {
  readonly id?: string | undefined;
  readonly settings: object;
  readonly addDocuments: readonly string[];
}

/**
 * Starts a run that keeps what another one has settled.
 *
 * @param viewer as for `startServedRun`
 * @throws {RequestProblem} for an unknown folder
 * @throws {UsageError} for changes that do not fit the run or the point
 */
export async function startServedFork(
  { access, tools, settings: { sources } }: StartContext,
  researchId: string,
  { from, id, plan, settings, addDocuments }: ForkToStart,
  viewer: string | null,
): Promise<ServedRun> {
  const addedFolders = foldersNamed(sources, 'addDocuments', addDocuments);
  const addedSelections = sources.fileSelections?.filter(({ directory }) => addedFolders.includes(directory));
  const wording = { ...FIELD_WORDING, folders: 'addDocuments' };
  const request = await access.research.forkRequest(
    researchId,
    { from, plan, settings, addedFolders, addedSelections },
    wording,
  );
  return start({ access, tools }, request, { id, viewer });
}

async function start(
  { access, tools }: Pick<StartContext, 'access' | 'tools'>,
  request: ResearchRequest,
  { id, viewer }: { readonly id: string | undefined; readonly viewer: string | null },
): Promise<ServedRun> {
  if (id !== undefined) await requireUsableId({ access, tools }, viewer, id);
  const { researchId, requestHash, attached } = await access.research.start(request, id);
  if (!attached) {
    await tools.runs.recordStart({ researchId, request, requestHash, startedAt: new Date().toISOString() });
  }
  return { researchId, attached, webUi: access.webUiOf(researchId) };
}

/** @throws {RequestProblem} when the run refused the message */
export function takenMessage(researchId: string, { accepted, refusals, progress }: Delivery): TakenMessage {
  if (accepted === false) {
    throw new RequestProblem(409, `the run refused the message: ${refusals.join('; ')}`, {
      remedy: `GET /api/runs/${encodeURIComponent(researchId)} shows what it waits for.`,
    });
  }
  const { stage = null, pendingClarification = null } = progress ?? {};
  return { researchId, accepted, stage, pendingClarification };
}
