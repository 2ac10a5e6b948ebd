import { codeSpan } from '@plumbline/contracts/common/markdown-text';
import { entriesOf } from '@plumbline/contracts/evidence/claim';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import type { Gap } from '@plumbline/contracts/research/accounting';
import type { ReportPhrases } from '../wording/report-phrases.ts';
import type { Composing } from './answer-part.ts';
import {
  givenWords,
  type Inline,
  prose,
  type ReportContent,
  type Words,
  words,
  wordsAround,
} from './report-document.ts';

/** What its author cannot know: what failed, and what ended the research. All else that stayed open it was shown. */
const TOLD: ReadonlySet<Gap['kind']> = new Set(['search-failed', 'task-failed', 'limit-reached', 'finished-early']);

/** All that limits a report, in one list: what its author says of what is open or assumed, and what failed. */
export function composeLimits(content: ReportContent, { phrases, claims }: Composing): (readonly Inline[])[] {
  const { draft, anchor, gaps } = content;
  const stated = entriesOf(draft.limitations).map((entry) => prose(entry.claims.map((claim) => claims.read(claim))));
  const open = draft.remainingGaps.map((text) => [givenWords(text)]);
  const failed = gaps.filter(({ kind }) => TOLD.has(kind)).map((gap) => sayGap(gap, phrases));
  const isByRule = draft.summary.some(({ isPassage }) => isPassage === true);
  const stoodIn = !isByRule ? [] : [[words(phrases.rulesStoodIn)]];
  const unselected = content.leftOutFiles.filter(({ reason }) => reason === 'unmatched' || reason === 'excluded');
  const chosen = unselected.length === 0 ? [] : [[words(`${nameLeftOut(unselected, anchor.language, codeSpan)}.`)]];
  return [...stated, ...open, ...failed, ...stoodIn, ...chosen];
}

/** A gap in the words of a report; the message of a failure is shown as code. */
export function sayGap(gap: Gap, phrases: ReportPhrases): Words[] {
  // The cause of a reached limit is its value, not a message.
  const isMessage = gap.kind !== 'limit-reached' && gap.cause !== '';
  return isMessage ? wordsAround(gap.cause, (cause) => phrases.gap({ ...gap, cause })) : [givenWords(phrases.gap(gap))];
}
