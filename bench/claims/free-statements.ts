import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { addressPassage, resolveAddresses } from '../../activities/corpus/quotes/addressed-passage.ts';
import type { StoredTexts } from '../../activities/corpus/quotes/stored-quotes.ts';
import { readPartEvidence } from '../../activities/verification/sections/part-evidence.ts';
import { type Ruling, ruleOnCited } from '../../activities/verification/sections/rules-on-claims.ts';
import type { Claim } from '../../workflows/contracts/evidence/claim.ts';
import type { Finding } from '../../workflows/contracts/evidence/evidence.ts';
import { freezeAnchor } from './free-anchor.ts';

const passageSchema = z.strictObject({
  title: z.string(),
  headings: z.array(z.string()),
  language: z.enum(['en', 'de']),
  question: z.string(),
  text: z.string(),
  true: z.array(z.string()),
  false: z.array(z.string()),
});
type FreePassage = z.infer<typeof passageSchema>;

/** What is wrong with a statement; null: it is true. */
type Fault = 'figure' | 'meaning' | null;

export interface RuledStatement {
  readonly fault: Fault;
  readonly text: string;
  readonly ruling: Ruling;
}

/** What the rules say of each statement, alone. */
export async function ruleOnFreeStatements(): Promise<RuledStatement[]> {
  const file = new URL('free-statements.yaml', import.meta.url);
  const passages = z.array(passageSchema).parse(parse(readFileSync(file, 'utf8')));
  const ruled = await Promise.all(passages.map(ruleOnPassage));
  return ruled.flat();
}

async function ruleOnPassage(passage: FreePassage, place: number): Promise<RuledStatement[]> {
  const { title, headings: headingPath, language, question, text } = passage;
  const textHash = String(place).padStart(64, '0');
  const finding = {
    findingId: `t1f${place + 1}`,
    sourceId: 's1',
    locator: 'page.md',
    title,
    headingPath,
    page: null,
    quotes: [],
    untrusted: [],
    passageSpan: { textHash, start: 0, end: text.length },
  } satisfies Partial<Finding> as unknown as Finding;
  const texts: StoredTexts = { read: async () => ({ text, fault: null }) };
  const evidence = await readPartEvidence(freezeAnchor(question, language), [finding], texts, []);
  const addressed = new Map([['p1', addressPassage('p1', finding, text, language)]]);
  const keysOf = (units: string): string[] => resolveAddresses(units.replaceAll(/\d+/g, 'p1.$&'), addressed).keys;
  const rule = async (line: string): Promise<RuledStatement> => {
    const { fault, units, claim } = readLine(line);
    const cited = { ...claim, citations: keysOf(units) };
    const words = cited.citations.flatMap((key) => evidence.wordsOf(key) ?? []);
    if (words.length === 0) throw new Error(`${title} has no such unit: ${line}`);
    return { fault, text: claim.text, ruling: await ruleOnCited(cited, words, evidence) };
  };
  return Promise.all([...passage.true, ...passage.false].map(rule));
}

function readLine(line: string): { readonly fault: Fault; readonly units: string; readonly claim: Claim } {
  const [head = '', ...parts] = line.split(' | ');
  const [row = '', column = '', cell] = parts;
  const fault = head.startsWith('figure') ? 'figure' : head.startsWith('meaning') ? 'meaning' : null;
  const [said = '', calculation] = parts.join(' | ').split(' [calc ');
  const [expression = '', result = ''] = calculation?.replace(/\]$/u, '').split(' = ') ?? [];
  const claim: Claim =
    cell === undefined
      ? { text: said, citations: [], ...(calculation !== undefined && { derivation: { expression, result } }) }
      : { text: cell, citations: [], placement: { form: 'table', block: 0, row, column } };
  return { fault, units: head.replace(/^[a-z]+ /u, ''), claim };
}
