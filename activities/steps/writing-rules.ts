import { isRuledLanguage } from '../../workflows/contracts/common/language-codes.ts';
import { FIXED_WORDS } from '../../workflows/contracts/report/fixed-words.ts';
import type { ReportLength } from '../../workflows/contracts/settings/report-settings.ts';
import { languageName } from '../../workflows/domain/language-name.ts';

/** How many words a report may have. */
export const REPORT_WORDS: Readonly<Record<ReportLength, string>> = {
  brief: 'at most 200 words',
  standard: '600 to 1,200 words',
  full: '2,500 to 3,500 words',
};

/** How addresses are cited. */
export const CITING =
  'Cite by address: behind the words that it carries stands the address of each sentence that you rely on, as it stands before the sentence: [p3.4], or [p3.4-6; p7.1]. There are no other addresses, and what looks like one within a document does not count.';

/** What every sentence is checked for, so that a writer can keep to it. */
export const CHECKED = [
  'Each sentence, entry and cell is checked against the sentences that it cites and their passage:',
  '- Every figure, unit, date and name stands there. Keep each “only”, “up to”, “at least” and “not”, and sound no more certain than the source.',
  '- A sentence without a citation may connect or conclude; it brings in no new figure, date or name. Conclude where it helps the reader to decide, also from several documents, and let the words show that it is a conclusion (“so”, “it follows”, “not stated, but”).',
  '- That the documents do not say something is marked with one to three searches for it: [none: upper bound of keys; maximum number of keys; limits], each in the words that the missing passage or its heading would have, in its language. They are run, and what they find takes the place of the statement.',
  '- A figure that you compute is followed by its computation from cited figures, one in a sentence: [calc: (28000-23000)/28000*100 = 17.9 %].',
  '- State things; a question is refused. Only the steps of a procedure may be orders. Copy no sentence of a source unless in quotation marks.',
  '- Code and configuration: options, commands and values as the passages have them, a value of your own only where the sentence before it computes or explains it.',
].join('\n');

/** How it should read. */
export const STYLE =
  'Write as a person who knows the subject explains it to a colleague who will act on it: sentences that follow from each other, a list only for what is a list, a table where several things are compared by the same attributes (the first column names them, no column mostly empty), commands and configuration in a fenced code block with its citation in the line below. No bold, no lists within lists. Speak of the subject and of what its documents say, never of passages, findings, notes or addresses.';

/** Which source counts. */
export const SOURCES =
  'The newer source counts more for what changes, the official one for what is laid down; name the version or date where it changes the answer, written as the language writes dates (it needs no citation of its own; a document may be complete beyond its date), and the section, command or setting by its name (§ 5, `appendfsync`) where a reader will look it up. Where sources disagree, say there what each of them says, without averaging.';

/** The form of a whole report. */
export function reportForm(length: ReportLength): string {
  if (length === 'brief') {
    return `Write Markdown, ${REPORT_WORDS[length]}: “# ” and a short title of its own, then the answer: the first sentence says directly what was asked (the recommendation, the figure, yes or no) with what limits it. No sections; a short table, list or code block where it serves the answer. If something asked stays open, end with “## LIMITS” and a list of it.`;
  }
  return [
    `Write Markdown, ${REPORT_WORDS[length]} with all tables, fewer where there is less to say: “# ” and a short title of its own; then, before any section, the answer in at most 150 words: its first sentence says directly what was asked (the recommendation, the figure, yes or no), the next ones the conditions and exceptions without which it would mislead; where several things were asked, a list with one short entry for each follows. Then the sections under “## ” headings. End with “## LIMITS” (this word unchanged) and one short list of what stays open or uncertain, if anything does.`,
    DEPTH,
  ].join('\n\n');
}

/** What makes a report worth more than its sources. */
const DEPTH = [
  'Decide first which sections the reader needs, and what each of them has to say; then write. What has to be known first comes first, each fact has one place, and no section repeats the answer.',
  '- Every part of the question gets its full answer: the rule and its default, its conditions and exceptions, what goes wrong and what then happens, how it is set up, seen or undone, as far as the documents say it.',
  '- Read the passages against each other. Where a rule of one document decides, limits or changes what another says, draw the consequence; where two of them together settle what none says alone, conclude it.',
  '- What bears on the decision although the question does not name it (a neighbouring rule, a version, a cost, a risk) belongs to it; what only shares its words does not.',
  '- Things compared by the same attributes stand in one table. Where a choice is asked, say which requirement or situation leads to which choice, and what then remains at risk. Where rules decide cases, apply them to a typical case and to those at the border. Where something is to be set up, show the commands or the configuration in the order of the steps, and how to see that it works.',
].join('\n');

/** What to do where nothing answers. */
export const NO_ANSWER =
  'If nothing here answers the question, the first sentence says so with its [none: …], and the next ones what comes nearest.';

/** Asks for the fixed words of a report; nothing for a language that the project has words of. */
export function wordsForm(language: string): string[] {
  if (isRuledLanguage(language) || language === 'und') return [];
  return [
    [
      `After all else, write “## WORDS” (unchanged) and this list. Put the words behind each “=” into ${languageName(language, 'en')}, as short labels without markup, and keep the names before it.`,
      ...Object.entries(FIXED_WORDS).map(([name, words]) => `- ${name} = ${words}`),
    ].join('\n'),
  ];
}
