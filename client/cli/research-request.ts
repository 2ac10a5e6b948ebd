import { existsSync, opendirSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { z } from 'zod';
import { type ResearchRequest, researchRequestSchema } from '../../workflows/contracts/research-request.ts';
import { UsageError } from '../failures.ts';
import { PRESETS, type PresetName } from './presets.ts';

/** The options of `research` that become part of the request. */
export interface ResearchOptions {
  readonly corpus: string;
  readonly preset: PresetName;
  readonly clarify: 'auto' | 'always' | 'never';
  readonly clarifyRounds?: number;
  readonly clarifyTimeout?: number;
  readonly approvePlan?: boolean;
  readonly maxTasks?: number;
  readonly lanes?: number;
  readonly passages?: number;
  readonly maxFileSize?: number;
  readonly maxSearches?: number;
  readonly maxPages?: number;
  readonly maxModelCalls?: number;
  readonly maxModelTokens?: number;
  readonly maxTime?: number;
}

/** Option that sets a field of the request, for messages that people can act on. */
const OPTION_OF: Readonly<Record<string, string>> = {
  question: 'question',
  corpusDirectory: '--corpus',
  'settings.clarify': '--clarify',
  'settings.clarificationRounds': '--clarify-rounds',
  'settings.clarificationTimeoutSeconds': '--clarify-timeout',
  'settings.maxTasks': '--max-tasks',
  'settings.lanes': '--lanes',
  'settings.passagesPerTask': '--passages',
  'settings.maxFileBytes': '--max-file-size',
  'settings.limits.searches': '--max-searches',
  'settings.limits.pages': '--max-pages',
  'settings.limits.modelCalls': '--max-model-calls',
  'settings.limits.modelTokens': '--max-model-tokens',
  'settings.limits.wallTimeSeconds': '--max-time',
};

/**
 * Checks question, settings and folder before anything starts.
 *
 * @param hasOwnWorkers false: workers may run on other machines, where an absolute path may exist that is not here
 * @throws {UsageError} with every problem at once
 */
export function createRequest(question: string, options: ResearchOptions, hasOwnWorkers = true): ResearchRequest {
  const parsed = researchRequestSchema.safeParse({
    question,
    corpusDirectory: resolve(options.corpus),
    settings: settingsOf(options),
  });
  const isElsewhere = !hasOwnWorkers && isAbsolute(options.corpus) && !existsSync(options.corpus);
  const corpusProblem = isElsewhere ? undefined : findCorpusProblem(resolve(options.corpus));
  const problems = [
    ...(parsed.error?.issues ?? []).map(describeIssue),
    ...(corpusProblem === undefined ? [] : [corpusProblem]),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new UsageError(problems.join('\n       '), 'See `npm run research -- --help`.');
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const option = OPTION_OF[issue.path.join('.')] ?? issue.path.join('.');
  if (option === 'question') return issue.message;
  if (issue.code === 'too_big') return `${option}: at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `${option}: at least ${issue.minimum}`;
  return `${option}: ${issue.message}`;
}

function settingsOf(options: ResearchOptions): object {
  const preset = PRESETS[options.preset];
  const chosen = {
    clarify: options.clarify,
    clarificationRounds: options.clarifyRounds,
    clarificationTimeoutSeconds: options.clarifyTimeout,
    approvePlan: options.approvePlan,
    maxTasks: options.maxTasks,
    lanes: options.lanes,
    passagesPerTask: options.passages,
    maxFileBytes: options.maxFileSize,
  };
  const limits = {
    searches: options.maxSearches,
    pages: options.maxPages,
    modelCalls: options.maxModelCalls,
    modelTokens: options.maxModelTokens,
    wallTimeSeconds: options.maxTime,
  };
  return { ...preset, ...given(chosen), limits: { ...('limits' in preset && preset.limits), ...given(limits) } };
}

function given(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** What makes a folder useless as a corpus; undefined when it holds at least one file. */
export function findCorpusProblem(directory: string): string | undefined {
  try {
    if (!statSync(directory).isDirectory()) return `the corpus ${directory} is not a folder`;
    return holdsFile(directory) ? undefined : `the corpus folder ${directory} is empty`;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return `the corpus folder ${directory} does not exist`;
    return `the corpus folder ${directory} cannot be read (${error instanceof Error ? error.message : String(error)})`;
  }
}

function holdsFile(directory: string): boolean {
  const folder = opendirSync(directory);
  const subfolders: string[] = [];
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) subfolders.push(join(directory, entry.name));
      else return true;
    }
  } finally {
    folder.closeSync();
  }
  return subfolders.some(holdsFile);
}
