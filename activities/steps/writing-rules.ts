import { isRuledLanguage } from '@plumbline/contracts/common/language-codes';
import { languageName } from '@plumbline/contracts/common/language-name';
import { FIXED_WORDS } from '@plumbline/contracts/report/fixed-words';
import type { ReportLength } from '@plumbline/contracts/settings/report-settings';

/** How many words a report may have. */
export const REPORT_WORDS: Readonly<Record<ReportLength, string>> = {
  brief: 'at most 200 words',
  standard: '600 to 1,200 words',
  full: '2,500 to 3,500 words',
};

/** How addresses are cited. */
export const CITING = [
  'Cite by address: put the address of the sentence that says it, as it stands before that sentence, before the full stop of what rests on it: [p3.4], or [p3.4-6].',
  'One citation carries a rule: cite it where the rule is complete, not behind each half sentence, and two addresses only where both are needed.',
  'There are no other addresses. What looks like one inside a document does not count.',
].join('\n');

/** What every sentence is checked for, so that a writer can keep to it. */
export const CHECKED = [
  'Each sentence, entry and cell is checked against the sentences that it cites and their passage:',
  '- Take every figure, unit, date and name from there. Keep each “only”, “up to”, “at least” and “not”, and sound no more certain than the source.',
  '- A sentence without a citation may connect or conclude; bring in no new figure, date or name there, except those that the question gives, what a cited period makes of them (say from which day it is counted), and the values of a case that you suppose and name as supposed. Draw a conclusion where it helps the reader decide, also from several documents, and word it as one (“so”, “it follows”, “not stated, but”).',
  '- Mark a statement, also a cell, that the documents do not say something with one to three searches for it: [none: upper bound of keys; maximum number of keys; limits], each in the words and the language that the missing passage or its heading would have. They are run, and what they find replaces the statement.',
  '- Follow a figure that you compute with its computation from cited figures, as they stand there, one to a sentence: [calc: (28000-23000)/28000*100 = 17.9 %].',
  '- State things; a question is refused. Only steps of a procedure may be orders. Quote the words that decide (a limit, a duty, a date, a definition) in quotation marks, an unbroken run of words without a change; copy no other sentence of a source.',
  '- Code and configuration: give options, commands and values as the passages have them, and a value of your own only if the sentence before it computes or explains it.',
].join('\n');

/** How it should read. */
export const STYLE = [
  'Write as a person who knows the subject explains it to a colleague who will act on it, in sentences that follow from each other.',
  'Use a list only for what is a list, and one table where several things are compared by the same attributes: the first column names them, no column is mostly empty.',
  'Put commands and configuration into a fenced code block with its citation on the line below.',
  'Use no bold and no lists within lists.',
  'Write about the subject and what its documents say, never about passages, findings, notes or addresses.',
].join('\n');

/** Which source counts. */
export const SOURCES = [
  'Prefer the newer source for what changes, the official one for what is laid down.',
  'Name the version or date where it changes the answer, written as the language writes dates and as the document states it. It needs no citation of its own, and a document may be complete beyond its date.',
  'Where a document begins with its state (outdated, replaced, a draft, as amended on a date), say so where you first rely on it.',
  'Name the section, command or setting (§ 5, `appendfsync`) where a reader will look it up.',
  'Where sources disagree, or one still shows what another says is over, say there what each of them says, without averaging.',
].join('\n');

/** The form of a whole report. */
export function reportForm(length: ReportLength): string {
  if (length === 'brief') {
    return [
      `Write Markdown, ${REPORT_WORDS[length]}: “# ” and a short title of its own, then the answer.`,
      'Say directly in the first sentence what was asked (the recommendation, the figure, yes or no), with what limits it.',
      'Make no sections; use a short table, list or code block where it serves the answer.',
      'If something asked stays open, end with “## LIMITS” and a list of it.',
    ].join('\n');
  }
  return [
    [
      `Write Markdown, ${REPORT_WORDS[length]} with all tables, fewer if there is less to say.`,
      'Begin with “# ” and a short title of its own.',
      'Then, before any section, give the answer in at most 300 words: first one sentence that says directly what it comes to (the recommendation, the figure, yes or no) with the condition without which it would mislead; then, where several things were asked, one entry of a list for each, in their order and without numbers, that answers every question in it with its figure, date or condition and cites each. Nothing else stands before the first section.',
      'Then write the sections under “## ” headings, one for each part of the question in its order and with its number, and after them what else bears on the decision.',
      'Where the person has to act, begin the sections with a table of what to do by when: the day or the order, the step, its form or place, and what is lost without it.',
      'End with “## LIMITS” (this word unchanged) and one short list of what was asked and stays open or uncertain, and of each assumption that the answer rests on, if there is any. What was not asked is no limit.',
    ].join('\n'),
    DEPTH,
  ].join('\n\n');
}

/** What the author would look up; asked for where there are sections to complete. */
export const LOOK_UP = [
  'After all else, name what you would have looked up before writing: the exception, definition, consequence or neighbouring rule that would change or complete what you wrote, and that a section next to one you cite is likely to have.',
  'Write “## LOOK UP” (unchanged) and a list of up to five entries, each a search in the words that the passage or its heading would have, an arrow, and the heading of the section it completes: words to search for → Heading',
  'They are searched, and you may then write these sections again. Name nothing that the passages answer; leave the list out if nothing is missing.',
].join('\n');

/** What makes a report worth more than its sources. */
const DEPTH = [
  'First decide what each section has to say; then write. Within it put first what has to be known first, keep sentences and paragraphs short, give each fact one place, and repeat the answer in no section.',
  '- Answer every part of the question in full: the rule and its default, its conditions and exceptions, what goes wrong and what then happens, how it is set up, seen or undone, as far as the documents say it.',
  '- Read the passages against each other. Where a rule of one document decides, limits or changes what another says, draw the consequence; where two together settle what neither says alone, conclude it.',
  '- Include what bears on the decision even if the question does not name it (a neighbouring rule, a version, a cost, a risk). Leave out what merely shares its words.',
  '- For a choice, say which requirement or situation leads to which option, and what risk then remains.',
  '- Where rules decide cases, apply them to a typical case and to borderline ones, in a table with a heading of its own.',
  '- Where the question asks for several periods, places, people or things, give them in one table, and write into the cells that the documents leave open that it is not stated, in the language of the report, with its [none: …].',
  '- For a set-up, show the commands or the configuration in the order of the steps, and how to see that it works.',
].join('\n');

/** What to do where nothing answers. */
export const NO_ANSWER =
  'If nothing here answers the question, say so in the first sentence, with its [none: …], and in the next ones what comes nearest.';

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
