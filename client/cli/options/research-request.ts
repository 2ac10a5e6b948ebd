import { resolve } from 'node:path';
import {
  type CitationStyle,
  type ResearchRequest,
  researchRequestSchema,
  type SourceWeighting,
} from '../../../workflows/contracts/research-request.ts';
import { UsageError } from '../../errors/failures.ts';
import { findFolderProblems } from './corpus-folders.ts';
import { type LimitOptions, limitsOf } from './limit-options.ts';
import { PRESETS, type PresetName } from './presets.ts';
import { describeIssue } from './request-problems.ts';
import { findWebProblems, type Surroundings, type WebOptions, wantsWeb, webSettingsOf } from './web-options.ts';

/** The options of `research` that become part of the request. */
export interface ResearchOptions extends WebOptions, LimitOptions {
  /** Folders, as a person wrote them. */
  readonly corpus?: readonly string[];
  readonly preset: PresetName;
  readonly clarify: 'auto' | 'always' | 'never';
  readonly clarifyRounds?: number;
  readonly clarifyTimeout?: number;
  readonly approvePlan?: boolean;
  readonly maxTasks?: number;
  readonly concurrency?: number;
  readonly queryVariants?: number;
  readonly relevanceThreshold?: number;
  readonly rerankTopK?: number;
  readonly sourceWeighting?: SourceWeighting;
  readonly maxRounds?: number;
  readonly maxFileSize?: number;
  /** Of tiers 1, 2 and 3. */
  readonly tierCaps?: readonly [number, number, number];
  readonly maxQuotes?: number;
  readonly minQuoteLength?: number;
  readonly driftThreshold?: number;
  readonly driftWarning?: number;
  readonly referenceDepth?: number;
  readonly referenceGate?: number;
  readonly referencesPerTask?: number;
  /** False: `--no-language-check`. */
  readonly languageCheck?: boolean;
  /** False: `--no-language-retry`. */
  readonly languageRetry?: boolean;
  readonly citationStyle?: CitationStyle;
  readonly fresh?: boolean;
  /** Seconds, like the next two. */
  readonly budgetTimeout?: number;
  readonly modelOutage?: number;
  readonly providerOutage?: number;
}

/**
 * Checks question, settings, folders and web before anything starts.
 *
 * @throws {UsageError} with every problem at once
 */
export function createRequest(question: string, options: ResearchOptions, surroundings: Surroundings): ResearchRequest {
  const folders = options.corpus ?? [];
  const input = {
    question,
    corpusDirectories: [...new Set(folders.map((folder) => resolve(folder)))],
    web: webSettingsOf(options, surroundings),
    settings: settingsOf(options),
  };
  const parsed = researchRequestSchema.safeParse(input, { reportInput: true });
  const problems = [
    ...(parsed.error?.issues ?? []).filter((issue) => !isToldElsewhere(issue)).map(describeIssue),
    ...(folders.length === 0 && !wantsWeb(options) ? [NOTHING_TO_SEARCH] : []),
    ...findFolderProblems(folders, surroundings.hasOwnWorkers),
    ...findWebProblems(options, surroundings),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new UsageError(problems.join('\n       '), 'See `npm run research -- --help`.');
}

const NOTHING_TO_SEARCH = 'there is nothing to search: name a folder with --corpus, or use --web or --provider';

/** The schema sees whether there is something to search only once all else is right. */
function isToldElsewhere({ path, code }: { readonly path: readonly PropertyKey[]; readonly code: string }): boolean {
  const field = path.join('.');
  return field === 'web.providers' || (field === 'corpusDirectories' && code === 'custom');
}

function settingsOf(options: ResearchOptions): object {
  const preset = PRESETS[options.preset];
  const chosen = {
    clarify: options.clarify,
    clarificationRounds: options.clarifyRounds,
    clarificationTimeoutSeconds: options.clarifyTimeout,
    approvePlan: options.approvePlan,
    maxTasks: options.maxTasks,
    concurrency: options.concurrency,
    queryVariants: options.queryVariants,
    relevanceThreshold: options.relevanceThreshold,
    rerankTopK: options.rerankTopK,
    sourceWeighting: options.sourceWeighting,
    maxRounds: options.maxRounds,
    maxFileBytes: options.maxFileSize,
    tierCaps: tierCapsOf(options),
    maxQuotes: options.maxQuotes,
    minQuoteLength: options.minQuoteLength,
    driftThreshold: options.driftThreshold,
    driftWarning: options.driftWarning,
    referenceDepth: options.referenceDepth,
    referenceGate: options.referenceGate,
    referencesPerTask: options.referencesPerTask,
    validateLanguage: options.languageCheck,
    retryLanguage: options.languageRetry,
    citationStyle: options.citationStyle,
    fresh: options.fresh,
    budgetTimeoutSeconds: options.budgetTimeout,
    modelOutageSeconds: options.modelOutage,
    providerOutageSeconds: options.providerOutage,
  };
  return { ...preset, ...given(chosen), limits: { ...('limits' in preset && preset.limits), ...limitsOf(options) } };
}

function tierCapsOf({ tierCaps }: ResearchOptions): object | undefined {
  if (tierCaps === undefined) return undefined;
  const [tier1, tier2, tier3] = tierCaps;
  return { tier1, tier2, tier3 };
}

function given(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
