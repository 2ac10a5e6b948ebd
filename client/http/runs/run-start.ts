import { researchRequestSchema } from '../../../workflows/contracts/research-request.ts';
import type { PresetName } from '../../../workflows/contracts/setting.ts';
import { settingsWith } from '../../configuration/settings.ts';
import { requireUsableId } from '../../runs/run-owner.ts';
import type { ApiContext } from '../context/api-context.ts';
import { invalidRequest } from '../protocol/problem.ts';
import { chooseSources } from '../sources/served-sources.ts';

/** A run as a request describes it: sources by name, settings on top of a preset. */
export interface RunToStart {
  readonly question: string;
  readonly id?: string | undefined;
  readonly userId?: string | undefined;
  readonly documents?: string[] | undefined;
  /** Names: of search providers. */
  readonly web?: boolean | string[] | undefined;
  readonly preset: PresetName;
  readonly settings: object;
}

/** What is needed to start a run. */
interface StartContext extends Pick<ApiContext, 'access'> {
  readonly tools: Pick<ApiContext['tools'], 'runs'>;
  readonly settings: Pick<ApiContext['settings'], 'sources'>;
}

export interface ServedRun {
  readonly researchId: string;
  /** The run existed. */
  readonly attached: boolean;
  readonly webUi: string | null;
}

/**
 * Starts a run, or attaches to the one of the same id and request.
 *
 * @param viewer whose runs are seen; null: those of everybody
 * @throws {RequestProblem} for an unknown source, or a setting that does not fit
 * @throws {UsageError} when another request has the id
 */
export async function startServedRun(
  { access, tools, settings }: StartContext,
  run: RunToStart,
  viewer: string | null,
): Promise<ServedRun> {
  const { question, id, userId, preset, settings: given, documents, web: wantsWeb } = run;
  const { corpusDirectories, web } = chooseSources(settings.sources, { documents, web: wantsWeb, catalogues: [] });
  const user = userId === undefined ? {} : { userId };
  const wanted = { question, corpusDirectories, ...user, web, settings: settingsWith(preset, given) };
  const { data: request, error } = researchRequestSchema.safeParse(wanted);
  if (error !== undefined) throw invalidRequest(error, 'body');
  if (id !== undefined) await requireUsableId({ access, tools }, viewer, id);
  const { researchId, requestHash, attached } = await access.research.start(request, id);
  if (!attached) {
    await tools.runs.recordStart({ researchId, request, requestHash, startedAt: new Date().toISOString() });
  }
  return { researchId, attached, webUi: access.webUiOf(researchId) };
}
