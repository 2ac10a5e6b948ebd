import { readFile } from 'node:fs/promises';
import { MAX_LINGER_MINUTES } from '@plumbline/contracts/common/embedded-state';
import { describeWrongLanguage, isLanguageCode } from '@plumbline/contracts/common/language-codes';
import { WEB_PROVIDERS, type WebProvider } from '@plumbline/contracts/common/web-search';
import { type ResearchPlan, researchPlanSchema } from '@plumbline/contracts/evidence/research-plan';
import { SHOWN_SOURCES } from '@plumbline/contracts/evidence/source-registry';
import { InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { commands, UsageError } from '../../errors/failures.ts';

/** A whole number; the request's schema checks its range. */
export function parseWholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text.trim())) throw new InvalidArgumentError('Use a whole number, like 4.');
  return Number(text);
}

/** A decimal number, like the shares and thresholds between 0 and 1; the request's schema checks its range. */
export function parseDecimal(text: string): number {
  if (!/^-?\d{1,6}(?:\.\d{1,6})?$/.test(text.trim())) throw new InvalidArgumentError('Use a number, like 0.6.');
  return Number(text);
}

/** A language by its code. */
export function parseLanguage(text: string): string {
  const code = text.trim().toLowerCase();
  if (!isLanguageCode(code)) throw new InvalidArgumentError(`${describeWrongLanguage(text)}.`);
  return code;
}

/** One of some words. */
export function parseChoice(text: string, choices: readonly string[]): string {
  if (!choices.includes(text)) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
  return text;
}

/** So many whole numbers. */
export function parseNumberList(text: string, length: number): readonly number[] {
  const numbers = text.split(',').map((part) => part.trim());
  if (numbers.length !== length || !numbers.every((part) => /^\d{1,6}$/.test(part))) {
    throw new InvalidArgumentError(`Use ${length} whole numbers with commas, like 15,10,5.`);
  }
  return numbers.map(Number);
}

/** Seconds. */
export function parseDurationOption(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined) throw new InvalidArgumentError('Use a number with a unit: 90s, 15m, 24h or 7d.');
  return seconds;
}

/** One more value of an option that may be given several times. */
export function collect(text: string, given: readonly string[] = []): readonly string[] {
  return [...given, text];
}

/** One more provider; the same one twice counts once. */
export function collectProvider(text: string, given: readonly WebProvider[] = []): readonly WebProvider[] {
  const provider = WEB_PROVIDERS.find((name) => name === text.trim().toLowerCase());
  if (provider === undefined) throw new InvalidArgumentError(`Allowed choices are ${WEB_PROVIDERS.join(', ')}.`);
  return [...new Set([...given, provider])];
}

export function shownSourcesOption(): Option {
  return new Option('--sources <which>', 'sources to list; all also lists those that were found and not cited')
    .choices(SHOWN_SOURCES)
    .default('cited');
}

/** Of the commands that see what they begin to its end. */
export function lingerOption(): Option {
  return new Option(
    '--linger <minutes>',
    `how long server and worker stay ready for the next command (0 to ${MAX_LINGER_MINUTES}; default: 10 on a terminal)`,
  ).argParser(parseMinutes);
}

function parseMinutes(text: string): number {
  const minutes = parseWholeNumber(text);
  if (minutes > MAX_LINGER_MINUTES) throw new InvalidArgumentError(`Use minutes from 0 to ${MAX_LINGER_MINUTES}.`);
  return minutes;
}

/** Problems named at once; one mistake often causes several. */
const MAX_PROBLEMS = 5;
const HOW_TO_GET_ONE = `Write the pending plan to a file and edit it: ${commands.approve('<id>')} --print > plan.json`;

/** Reads an edited plan. @throws {UsageError} */
export async function readPlan(path: string): Promise<ResearchPlan> {
  const parsed = researchPlanSchema.safeParse(parseJson(path, await readText(path)));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(describeProblem);
  throw new UsageError(`${path} is not a plan: ${problems.slice(0, MAX_PROBLEMS).join('; ')}`, HOW_TO_GET_ONE);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw new UsageError(`there is no file ${path}`, HOW_TO_GET_ONE);
    if (code === 'EISDIR') throw new UsageError(`${path} is a folder`, HOW_TO_GET_ONE);
    throw new UsageError(`${path} cannot be read (${String(code)})`, '', { cause: error });
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(text.trim() === '' ? `${path} is empty` : `${path} is not JSON`, HOW_TO_GET_ONE);
  }
}

/** `task 2: text is empty`; or the schema's message when the whole form is wrong. */
function describeProblem({ path, code, message }: z.core.$ZodIssue): string {
  const [, index, field] = path;
  if (path.length === 0 && code === 'invalid_type') return 'it is not an object with a list of tasks';
  const place = typeof index === 'number' ? `task ${index + 1}` : 'the list of tasks';
  if (code === 'invalid_type')
    return `${place}: ${field === undefined ? 'it' : String(field)} is missing or has the wrong type`;
  if (code === 'unrecognized_keys') return `${typeof index === 'number' ? place : 'it'} has an unknown field`;
  return field === undefined ? `${place} ${message}` : `${place}: ${String(field)} ${message}`;
}

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** Seconds of `90s`, `15m`, `24h` or `7d`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,9})([smhd])$/.exec(text.trim()) ?? [];
  const seconds = Object.entries(SECONDS).find(([name]) => name === unit)?.[1];
  return amount === undefined || seconds === undefined ? undefined : Number(amount) * seconds;
}

/** Seconds in the largest unit that leaves no rest: `90s`, `15m`, `7d`; one day is `24h`. */
export function writeDuration(seconds: number): string {
  if (seconds === SECONDS.d) return '24h';
  const units = Object.entries(SECONDS).toReversed();
  const [unit, size] = units.find(([, each]) => seconds !== 0 && seconds % each === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}
