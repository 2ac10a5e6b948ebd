import { type Claim, entriesOf, type Entry } from '@plumbline/contracts/evidence/claim';
import type { CompleteSectionsInput, WholeSections } from '@plumbline/contracts/report/report-activities';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import { neutraliseKeys } from '@plumbline/quotes/quotes';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import type { DraftTools } from '../../report/writing/draft-writing.ts';
import { isUsable } from '../../report/writing/drafts.ts';
import { showEvidence } from '../../report/writing/shown-evidence.ts';
import { readWrittenReport } from '../../report/writing/written-report.ts';
import { completeSectionsStep } from '../../steps/complete-sections.ts';

/** Of the passages that sections cite and those that were found, in characters. */
const ROOM = 60_000;

/** Has sections written again with what was found since. What their author leaves out stays as it is. */
export function createCompleteSections({ corpus, blobs, reasoner }: DraftTools) {
  return async (input: CompleteSectionsInput, signal: AbortSignal): Promise<Reasoned<WholeSections>> => {
    const { anchor, corpusId, findings, foundIds, today, engine, metering } = input;
    const sources = await corpus.sourcesOf(corpusId);
    const { shown, resolve, markOf } = await showEvidence(findings, createStoredTexts(blobs), sources, ROOM);
    const labels = [...shown.passages, ...shown.notes].map(({ addressed }) => addressed);
    const found = labels.flatMap(({ findingId, label }) => (foundIds.includes(findingId) ? [label] : []));
    const sections = sectionsText(input, (claim) => marksText(claim, markOf));
    const asked = { today, anchor, sections, shown, found };
    const { value, cost } = await reasoner.run(completeSectionsStep, asked, { engine, metering, signal });
    // Where no answer stands in front, the first section would be taken for it.
    const text = /^\s*#/u.test(value) ? `As before.\n\n${value}` : value;
    const written = readWrittenReport(text, anchor.language, resolve);
    const isAnswered = isUsable({ answer: written.answer, sections: [] });
    return { value: { summary: isAnswered ? written.answer : [], sections: written.sections }, cost };
  };
}

/** Writes the citations and marks behind a claim. */
type MarksOf = (claim: Claim) => string;

/** The answer and the sections as their author may have written them. */
function sectionsText({ summary, sections }: WholeSections, marksOf: MarksOf): string {
  const shown = sections.map(({ heading, isSubsection, claims }) =>
    [`${isSubsection === true ? '###' : '##'} ${heading}`, blocksText(claims, marksOf)].join('\n\n'),
  );
  return [blocksText(summary, marksOf), ...shown].join('\n\n');
}

function blocksText(claims: readonly Claim[], marksOf: MarksOf): string {
  const blocks = Map.groupBy(claims, ({ placement }) => `${placement?.form ?? 'list'} ${placement?.block ?? ''}`);
  return [...blocks.values()].map((block) => blockText(block, marksOf)).join('\n\n');
}

function blockText(block: readonly Claim[], marksOf: MarksOf): string {
  // Before the full stop, as the author is asked to write them.
  const sentence = (claim: Claim): string =>
    neutraliseKeys(claim.text).replace(/[.!…:]?$/u, (end) => `${marksOf(claim)}${end}`);
  switch (block[0]?.placement?.form ?? 'list') {
    case 'paragraph':
      return block.map(sentence).join(' ');
    case 'code':
      return block.map((claim) => `\`\`\`\n${neutraliseKeys(claim.text)}\n\`\`\`\n${marksOf(claim).trim()}`).join('\n');
    case 'list':
      return entriesOf(block)
        .flatMap((entry) => [entryText(entry, sentence), ...entry.below.map((one) => `  ${entryText(one, sentence)}`)])
        .join('\n');
    case 'table':
      return tableText(block, sentence);
  }
}

function entryText({ claims, number }: Entry, sentence: (claim: Claim) => string): string {
  return `${number === null ? '-' : `${number}.`} ${claims.map(sentence).join(' ')}`;
}

function tableText(block: readonly Claim[], sentence: (claim: Claim) => string): string {
  const cells = block.flatMap((claim) =>
    claim.placement?.form === 'table' ? [[claim.placement, claim] as const] : [],
  );
  const columns = [...new Set(cells.map(([{ column }]) => column))];
  const rows = [...Map.groupBy(cells, ([{ row }]) => row)].map(([name, own]) => [
    name,
    ...columns.map((column) => {
      const found = own.find(([cell]) => cell.column === column);
      return found === undefined ? '' : sentence(found[1]);
    }),
  ]);
  const head = [cells[0]?.[0].head?.[0] ?? '', ...columns];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** What stood in brackets behind a claim. @param addressOf of a citation key, in brackets */
function marksText({ citations, derivation, absence }: Claim, addressOf: (key: string) => string): string {
  const marks = [
    ...citations.map(addressOf),
    ...(derivation === undefined ? [] : [`[calc: ${derivation.expression} = ${derivation.result}]`]),
    ...(absence === undefined ? [] : [`[none: ${absence.searched}]`]),
  ].filter((mark) => mark !== '');
  return marks.length === 0 ? '' : ` ${marks.join(' ')}`;
}
