import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { workOf } from '../../test/support/thread-work.ts';
import type { Tally } from './tally.ts';
import { HOSTILE_TEXTS, longText } from './texts.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** Where functions see texts of documents, pages, models and people. */
const FOLDERS = ['packages', 'workflows', 'activities', 'client'];
/** Parameters that hold no text of others: places, names and patterns of the program, and what opens files. */
const OWN =
  /^(?:home|folder|path|directory|root|dir|corpusId|model|source|expressions|sha256|hash|databaseFile|code|step)$/;
/** What a person types has 4,000 characters at most, and words and names are parts of it; more is refused before. Passages and names in archives are as short. */
const SHORT = /^(?:question|query|message|entity|word|term|name|one|wanted|locator|address|url|search|passage|part)\b/;
/** Left out: `marked` reads emphasis with the square of its marks. What a model writes has a bound, and its thread has one, too. */
const OF_LIBRARIES = new Set(['readParts']);
const HEADER = /^export (?:async )?function (\w+)\(([^()]*)\)/gm;

/** A function that takes a text first, and what else it needs is a language or another text. */
interface TextFunction {
  readonly name: string;
  /** The longest text that reaches it, in characters. */
  readonly longest: number;
  readonly call: (text: string) => unknown;
}

/** All such functions that are exported, whatever will be added. */
export async function findTextFunctions(): Promise<TextFunction[]> {
  const found: TextFunction[] = [];
  for (const folder of FOLDERS) {
    const names = await readdir(join(PROJECT, folder), { recursive: true });
    const sources = names.filter(
      (name) => name.endsWith('.ts') && !/(?:^|\/)(?:test|browser|node_modules|cli)\//.test(name),
    );
    for (const name of sources.sort()) found.push(...(await functionsIn(join(folder, name))));
  }
  return found;
}

async function functionsIn(file: string): Promise<TextFunction[]> {
  const headers = [...(await readFile(join(PROJECT, file), 'utf8')).matchAll(HEADER)];
  const fitting = headers.flatMap(([, name = '', parameters = '']) => {
    const others = othersOf(parameters);
    return others === null || OF_LIBRARIES.has(name)
      ? []
      : [{ name, others, longest: SHORT.test(parameters) ? FIRST_LENGTH : LONGEST }];
  });
  if (fitting.length === 0) return [];
  const module: Record<string, unknown> = await import(pathToFileURL(join(PROJECT, file)).href);
  return fitting.flatMap(({ name, others, longest }) => {
    const called = module[name];
    if (typeof called !== 'function') return [];
    return [
      {
        name: `${file} ${name}`,
        longest,
        call: (text: string): unknown => Reflect.apply(called, undefined, [text, ...others]),
      },
    ];
  });
}

/** What a function is given after its text; null: it takes something else. */
function othersOf(parameters: string): unknown[] | null {
  const [first = '', ...rest] = parameters
    .split(',')
    .map((parameter) => parameter.trim())
    .filter(Boolean);
  const [, name = ''] = /^(\w+): string(?: \| null)?$/.exec(first) ?? [];
  if (name === '' || OWN.test(name)) return null;
  const required = rest.filter((parameter) => !/^\w+\?:| = /.test(parameter));
  const given = required.map((parameter) => {
    if (parameter.startsWith('language: string')) return 'en';
    if (/^\w+: string/.test(parameter) && !OWN.test(parameter.split(':')[0] ?? '')) return 'The lamp burns nine hours.';
    return /^\w+: number$/.test(parameter) ? 1_000 : undefined;
  });
  return given.includes(undefined) ? null : given;
}

const FIRST_LENGTH = 5_000;
const LONGEST = 80_000;
/** Below this, in milliseconds, doublings cannot be compared; the text grows on until it is reached. */
const COMPARABLE = 3;
/** Less is not measured well. */
const LEAST = 0.2;
/** Seen once, it may be the collection of garbage or a first call; the least of some tries is neither. */
const TRIES = 6;

/** How the work of a function grows with a text. */
export interface Growth {
  readonly name: string;
  readonly unit: string;
  /** Of the longer of two texts that were compared, in characters. */
  readonly length: number;
  /** How many times the work is for twice the text; null: even the longest text is too little work to compare. */
  readonly factor: number | null;
}

/**
 * Lengthens a text until the work is seen.
 *
 * @param most times the work for twice the text; what grows faster does not hold
 * @param every one of so many functions with a text, other texts for the next function
 */
export async function tryTextFunctions(
  functions: readonly TextFunction[],
  tally: Tally,
  { most, every = 1 }: { readonly most: number; readonly every?: number },
): Promise<Growth[]> {
  const growths: Growth[] = [];
  let [turn, calls] = [0, 0];
  for (const { name, longest, call } of functions) {
    for (const text of HOSTILE_TEXTS) {
      if (turn++ % every !== 0) continue;
      // Many remember what they read: no text comes again.
      const growth = await growthOf((length) => call(`${longText(text, length)} ${calls++}`), longest, most);
      const { factor, length } = growth;
      const fault =
        factor === null || factor <= most ? null : `${factor.toFixed(2)} times the work for twice the text (${length})`;
      const unit = JSON.stringify(text.unit.slice(0, 40));
      tally.count(`text functions: ${text.kind}`, `${name} ${unit}`, fault);
      growths.push({ name, unit, ...growth });
    }
  }
  return growths;
}

type Read = (length: number) => unknown;

/** What grows too fast is looked at on a stretch four times as long: there patterns with a bound have reached it. */
async function growthOf(read: Read, longest: number, most: number): Promise<Pick<Growth, 'length' | 'factor'>> {
  let growth: Pick<Growth, 'length' | 'factor'> = { length: longest, factor: null };
  for (let length = FIRST_LENGTH; length <= longest * (growth.factor === null ? 1 : 4); length *= 4) {
    const factor = await factorAt(read, length, most);
    if (factor !== null) growth = { length, factor };
    if (factor !== null && factor <= most) break;
  }
  return growth;
}

/** Null: too little work to compare. */
async function factorAt(read: Read, length: number, most: number): Promise<number | null> {
  let long = await spentOn(read, length);
  if (long < COMPARABLE) return null;
  let [short, factor] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let again = 0; again < TRIES && factor > most; again++) {
    short = Math.min(short, await spentOn(read, length / 4));
    factor = Math.sqrt(long / Math.max(LEAST, short));
    if (factor > most) long = Math.min(long, await spentOn(read, length));
  }
  return factor;
}

/** A text that is refused costs what it cost until then: what a function refuses is tried with whole requests. */
const spentOn = (read: Read, length: number): Promise<number> =>
  workOf(async () => {
    try {
      await read(length);
    } catch {}
  });
