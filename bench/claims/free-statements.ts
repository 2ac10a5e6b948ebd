import { readFileSync } from 'node:fs';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { ruleOnCited, type Ruling } from '@plumbline/evidence/statement-rules';
import { parse } from 'yaml';
import { z } from 'zod';
import { type KnownStatement, readGroup, type StatementGroup } from './statement-groups.ts';

const passageSchema = z.strictObject({
  title: z.string(),
  headings: z.array(z.string()),
  language: z.enum(['en', 'de']),
  question: z.string(),
  text: z.string(),
  true: z.array(z.string()),
  false: z.array(z.string()),
});

export interface RuledStatement {
  readonly fault: string | null;
  readonly text: string;
  readonly ruling: Ruling;
}

/** Statements in free words, of which the false ones change a figure or the meaning. */
export function freeStatements(): StatementGroup[] {
  const file = new URL('free-statements.yaml', import.meta.url);
  const passages = z.array(passageSchema).parse(parse(readFileSync(file, 'utf8')));
  return passages.map(({ true: right, false: wrong, ...passage }) => ({
    ...passage,
    statements: [...right, ...wrong].map(readLine),
  }));
}

/** What the rules say of each statement, alone. */
export async function ruleOnFreeStatements(): Promise<RuledStatement[]> {
  const ruled = await Promise.all(freeStatements().map(ruleOnGroup));
  return ruled.flat();
}

async function ruleOnGroup(group: StatementGroup, place: number): Promise<RuledStatement[]> {
  const { evidence, statements } = await readGroup(group, place);
  return Promise.all(
    statements.map(async ({ fault, claim }) => {
      const words = claim.citations.flatMap((key) => evidence.wordsOf(key) ?? []);
      return { fault, text: claim.text, ruling: await ruleOnCited(claim, words, evidence) };
    }),
  );
}

function readLine(line: string): KnownStatement {
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
