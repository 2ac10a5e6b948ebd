import { isIP } from 'node:net';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import type {
  BriefingCanon,
  ListedSource,
  MethodologyRule,
  TaxonomyTheme,
} from '@plumbline/contracts/briefings/briefing-canon';
import { DIAGNOSTIC_CODES } from '@plumbline/contracts/briefings/briefing-issues';
import { slugSchema } from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import { isActive, type Theme } from '@plumbline/contracts/briefings/briefing-state';
import { type SourceTier, sourceTierSchema } from '@plumbline/contracts/evidence/source';
import { lexer, type Token, type Tokens } from 'marked';
import { CANON_FILES } from '../briefing-paths.ts';
import { missingFile } from './settings-files.ts';
import { BriefingFileError, type ReadText } from './text-reading.ts';

const MAX_LENGTH = 60;

const FENCE = /^ {0,3}(?:```|~~~)/u;

const TIER = /^tier[ \t]+(\d+)\b/iu;
const DOMAIN = /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)$/u;

const MARKED_ID = /^([a-z0-9]+(?:-[a-z0-9]+)*):[ \t]+(\S.*)$/u;
const FIELD = /^(tags?|actors?):(.*)$/iu;

const MAX_RULES = 5;
const DEEP_DAILY = /\bdeep[- ]daily\b/giu;

export interface CanonRequest {
  readonly folder: string;
  readonly kind: BriefingKind;
  readonly themes: readonly Theme[];
}

/** The four canonical documents. @throws {BriefingFileError} with all their faults */
export async function readCanonicalDocuments(
  { folder, ...named }: CanonRequest,
  read: ReadText,
): Promise<BriefingCanon> {
  const { methodology, conviction, taxonomy, sources } = CANON_FILES;
  const faults: string[] = [];
  const parsed = async <Value>(file: string, parse: (file: string, text: string) => Value): Promise<Value | null> => {
    try {
      const text = await read(join(folder, file));
      if (text === null) throw missingFile(folder, file);
      return parse(file, text);
    } catch (error) {
      if (!(error instanceof BriefingFileError)) throw error;
      faults.push(...error.faults);
      return null;
    }
  };
  const documents = {
    methodology: await parsed(methodology, parseMethodology),
    conviction: await parsed(conviction, parseConviction),
    taxonomy: await parsed(taxonomy, parseTaxonomy),
    sources: await parsed(sources, parseSources),
  };
  if (faults.length > 0) throw new BriefingFileError(faults);
  return {
    methodology: selectRules(documents.methodology ?? [], named),
    conviction: documents.conviction ?? '',
    taxonomy: documents.taxonomy ?? [],
    sources: documents.sources ?? [],
  };
}

function parseConviction(file: string, text: string): string {
  readableLines(file, text);
  return text.trim();
}

/** All rules: the entries of lists, word for word. @throws {BriefingFileError} if the file has none */
export function parseMethodology(file: string, text: string): MethodologyRule[] {
  readableLines(file, text);
  const entries = lexer(text)
    .filter(isList)
    .flatMap(({ items }) => items);
  const rules = entries.map((entry) => entry.text.trim()).filter((rule) => rule !== '');
  if (rules.length === 0) throw new BriefingFileError([`${file}:1: has no rule; write each as an entry of a list`]);
  return rules.map((rule, index) => ({ ruleId: `M${index + 1}`, text: rule }));
}

/**
 * The rules that name most of the kind, of active themes with their actors, and of diagnostics, where a name that few rules have weighs
 * more; those that name as much in the order of the file; at most 5.
 */
export function selectRules(
  rules: readonly MethodologyRule[],
  { kind, themes }: { readonly kind: BriefingKind; readonly themes: readonly Theme[] },
): MethodologyRule[] {
  const named = themes.filter(isActive).flatMap(({ id, title, actors }) => [id, title, ...actors]);
  const names = [...new Set([kind, kind.replace('-', ' '), ...named, ...DIAGNOSTIC_CODES])].map(wordPattern);
  const texts = rules.map(({ text }) => (kind === 'daily' ? text.replace(DEEP_DAILY, '') : text));
  const scores = texts.map(() => 0);
  for (const name of names) {
    const holding = texts.flatMap((text, index) => (name.test(text) ? index : []));
    for (const index of holding) scores[index] = (scores[index] ?? 0) + Math.log(1 + rules.length / holding.length);
  }
  const order = rules.map((rule, index) => ({ rule, score: scores[index] ?? 0 })).toSorted((a, b) => b.score - a.score);
  return order.slice(0, MAX_RULES).map(({ rule }) => rule);
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

/** Whole words only; the parts of `grid-storage` are none. */
function wordPattern(name: string): RegExp {
  const literal = RegExp.escape(name).replaceAll(String.raw`\x20`, String.raw`\s+`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_-])(?:${literal})(?![\p{L}\p{N}_-])`, 'iu');
}

interface Section {
  readonly line: number;
  readonly id: string;
  readonly title: string;
  readonly tags: string[];
  readonly actors: string[];
}

/** Themes are headings of the second level; `- Tags:` and `- Actors:` below belong to them. @throws {BriefingFileError} with all faults */
export function parseTaxonomy(file: string, text: string): TaxonomyTheme[] {
  const faults: string[] = [];
  const sections: Section[] = [];
  const fault = (line: number, message: string) => faults.push(`${file}:${line}: ${message}`);
  for (const line of readableLines(file, text)) {
    const heading = sectionHeading(line.text);
    if (heading !== undefined) openSection(sections, heading, line, fault);
    else readField(sections.at(-1), line, fault);
  }
  if (sections.length === 0)
    fault(1, 'has no theme; write each under a heading like ## grid-storage: Storage in grids');
  if (faults.length > 0) throw new BriefingFileError(faults);
  return sections.map(({ id, title, tags, actors }) => ({ id, title, tags, actors }));
}

type Fault = (line: number, message: string) => void;

function openSection(sections: Section[], heading: string, { number }: CanonLine, fault: Fault): void {
  const [, id = slugOf(heading), title = heading] = MARKED_ID.exec(heading) ?? [];
  const other = sections.find((section) => section.id === id);
  if (!slugSchema.safeParse(id).success) {
    fault(number, `no id can be made of "${heading}"; write one before it, like ## grid-storage: ${heading}`);
  } else if (other !== undefined) fault(number, `${id} is the id of the theme in line ${other.line}, too`);
  sections.push({ line: number, id, title, tags: [], actors: [] });
}

function readField(section: Section | undefined, { number, text }: CanonLine, fault: Fault): void {
  const [, name, list = ''] = FIELD.exec((listEntry(text) ?? '').replaceAll('**', '')) ?? [];
  if (name === undefined) return;
  if (section === undefined) return fault(number, `${name} is above the first heading of a theme`);
  const values = list
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
  if (/^actor/iu.test(name)) {
    section.actors.push(...values);
    return;
  }
  for (const tag of values) {
    const { error } = slugSchema.safeParse(tag);
    if (error !== undefined) fault(number, `tag "${tag}": ${error.issues[0]?.message ?? error.message}`);
  }
  section.tags.push(...values);
}

interface Listed extends ListedSource {
  readonly line: number;
}

/**
 * Entries of lists under `## Tier 1`, `## Tier 2` and `## Tier 3`: a domain or an IP address, then words about it.
 *
 * @throws {BriefingFileError} with all faults
 */
export function parseSources(file: string, text: string): ListedSource[] {
  const faults: string[] = [];
  const listed: Listed[] = [];
  let tier: SourceTier | null | undefined;
  for (const line of readableLines(file, text)) {
    const heading = sectionHeading(line.text);
    if (heading !== undefined) tier = tierOf(heading);
    const found = heading === undefined ? readEntry(line, tier, listed) : headingFault(heading, tier);
    if (typeof found === 'string') faults.push(`${file}:${line.number}: ${found}`);
    else if (found !== null) listed.push(found);
  }
  if (tier === undefined) faults.push(`${file}:1: has no tier; list sources under ## Tier 1, ## Tier 2 and ## Tier 3`);
  if (faults.length > 0) throw new BriefingFileError(faults);
  return listed.map(({ domain, tier: of }) => ({ domain, tier: of }));
}

/** Null: no tier. */
function tierOf(heading: string): SourceTier | null {
  return sourceTierSchema.safeParse(Number(TIER.exec(heading)?.[1])).data ?? null;
}

function headingFault(heading: string, tier: SourceTier | null | undefined): string | null {
  return tier === null ? `"${heading}" is no tier; use Tier 1, Tier 2 or Tier 3` : null;
}

/** A source, what is wrong with it, or null where nothing is listed or it is listed again. */
function readEntry({ number, text }: CanonLine, tier: SourceTier | null | undefined, listed: readonly Listed[]) {
  const entry = listEntry(text);
  // Below a heading that is no tier, that heading is the fault.
  if (entry === undefined || tier === null) return null;
  const [word = ''] = entry.split(/\s/u);
  const domain = hostOf(word);
  if (tier === undefined) return domain === null ? null : `${domain} is above the first tier`;
  if (domain === null) return `"${word}" is no domain; write entries like - example.org — its name`;
  const other = listed.find((source) => source.domain === domain);
  if (other === undefined) return { domain, tier, line: number };
  return other.tier === tier ? null : `${domain} is in tier ${other.tier}, too (line ${other.line})`;
}

/** The host as addresses have it; null if it is not a host. */
function hostOf(word: string): string | null {
  const bare = word.replace(/^[`*[]+|(?<![`*\],;:])[`*\],;:]+$/gu, '').toLowerCase();
  if (isIP(bare) !== 0) return bare;
  const host = domainToASCII(bare).replace(/^www\./u, '');
  return DOMAIN.test(host) ? host : null;
}

/** A line that can be read: not in a comment, not in a code block. */
interface CanonLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** @throws {BriefingFileError} if there is nothing but space and comments */
function readableLines(file: string, text: string): CanonLine[] {
  const lines: CanonLine[] = [];
  let isCode = false;
  for (const [index, line] of withoutComments(text).split(/\r?\n/u).entries()) {
    const isFence = FENCE.test(line);
    if (!isCode && !isFence && line.trim() !== '') lines.push({ number: index + 1, text: line });
    if (isFence) isCode = !isCode;
  }
  if (lines.length === 0) throw new BriefingFileError([`${file}:1: is empty`]);
  return lines;
}

/** Comments become blank lines, so that the others keep their numbers. */
function withoutComments(text: string): string {
  return text.replace(/^\uFEFF/u, '').replace(/<!--[\s\S]*?(?:-->|$)/gu, (comment) => comment.replace(/[^\n]/gu, ''));
}

/** Text of a heading of the second level. */
function sectionHeading(line: string): string | undefined {
  const [, title = ''] = /^ {0,3}##[ \t]+(\S.*)$/u.exec(line) ?? [];
  return (
    title
      .trimEnd()
      .replace(/(?<=[ \t])#+$/u, '')
      .trimEnd() || undefined
  );
}

/** Text of an entry of a list. */
function listEntry(line: string): string | undefined {
  return /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(\S.*)$/u.exec(line)?.[1]?.trimEnd();
}

/** A title in small letters, digits and hyphens; empty if it has no letter of the Latin alphabet and no digit. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|(?<!-)-+$/gu, '');
}
