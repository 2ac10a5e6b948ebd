import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { CompleteSectionsInput, WholeSections } from '@plumbline/contracts/report/report-activities';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import { neutraliseKeys } from '@plumbline/quotes/quotes';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import { type DraftTools, isUsable } from '../../report/writing/draft-writing.ts';
import { sectionText } from '../../report/writing/section-text.ts';
import { showEvidence } from '../../report/writing/shown-evidence.ts';
import type { ResolveMark } from '../../report/writing/written-marks.ts';
import { readWrittenReport } from '../../report/writing/written-report.ts';
import { completeSectionsStep } from '../../steps/complete-sections.ts';

/** Of the passages that were found, and of those that the sections cite, in characters. */
const ROOM = 36_000;

/** Has sections written again with what was found since. What their author leaves out stays as it is. */
export function createCompleteSections({ corpus, blobs, reasoner }: DraftTools) {
  return async (input: CompleteSectionsInput, signal: AbortSignal): Promise<Reasoned<WholeSections>> => {
    const { anchor, corpusId, findings, foundIds, today, engine, metering } = input;
    const sources = await corpus.sourcesOf(corpusId);
    const { shown, resolve, markOf } = await showEvidence(findings, createStoredTexts(blobs), sources, ROOM, 0);
    const found = shown.passages.flatMap(({ addressed: { findingId, label } }) =>
      foundIds.includes(findingId) ? [label] : [],
    );
    const unseen = createUnseenAddresses();
    const sections = sectionsText(input, (key) => markOf(key) || unseen.addressOf(key));
    const asked = { today, anchor, sections, shown, found };
    const { value, cost } = await reasoner.run(completeSectionsStep, asked, { engine, metering, signal });
    // Where no answer stands in front, the first section would be taken for it.
    const text = /^\s*#/u.test(value) ? `As before.\n\n${value}` : value;
    const written = readWrittenReport(text, anchor.language, unseen.resolving(resolve));
    const isAnswered = isUsable({ answer: written.answer, sections: [] });
    return { value: { summary: isAnswered ? written.answer : [], sections: written.sections }, cost };
  };
}

/** Addresses of words that the sections cite and there is no room to show: as they are, they lead back to the same words. */
function createUnseenAddresses() {
  const keys: string[] = [];
  return {
    addressOf: (key: string): string => `[p0.${keys.push(key)}]`,
    resolving:
      (resolve: ResolveMark): ResolveMark =>
      (mark) => {
        const own = [...mark.matchAll(/p0\.(\d+)/gu)].flatMap(([, number]) => keys[Number(number) - 1] ?? []);
        const others = resolve(mark.replaceAll(/p0\.\d+/gu, ''));
        return { keys: [...own, ...others.keys], unknown: others.unknown };
      },
  };
}

/** The answer and the sections as their author may have written them. @param addressOf of a citation key, in brackets */
function sectionsText({ summary, sections }: WholeSections, addressOf: (key: string) => string): string {
  const show = (claim: Claim): string => {
    const [text, marks] = [neutraliseKeys(claim.text), marksOf(claim, addressOf)];
    if (claim.placement?.form === 'code') return `\`\`\`\n${text}\n\`\`\`\n${marks.trim()}`;
    // Before the full stop, as the author is asked to write them.
    return text.replace(/[.!…:]?$/u, (end) => `${marks}${end}`);
  };
  const shown = sections.map(({ heading, isSubsection, claims }) =>
    [`${isSubsection === true ? '###' : '##'} ${heading}`, sectionText(claims, show)].join('\n\n'),
  );
  return [sectionText(summary, show), ...shown].join('\n\n');
}

/** What stood in brackets behind a claim. */
function marksOf({ citations, derivation, absence }: Claim, addressOf: (key: string) => string): string {
  const marks = [
    ...citations.map(addressOf),
    ...(derivation === undefined ? [] : [`[calc: ${derivation.expression} = ${derivation.result}]`]),
    ...(absence === undefined ? [] : [`[none: ${absence.searched}]`]),
  ].filter((mark) => mark !== '');
  return marks.length === 0 ? '' : ` ${marks.join(' ')}`;
}
