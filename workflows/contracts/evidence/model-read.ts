/** Longer lines are cut, in characters: a passage holds several. */
const LONGEST_LINE = 1_200;
const LONGEST_NAME = 80;
const LINE = /Figure \d+ \([^\n]{1,300}?, read by the model [^\n]{1,100}?\): [^\n]*/g;

/**
 * What a model saw in a picture, as the text of the document that shows it holds it: one line that says so itself, and in which
 * nothing is Markdown or HTML. It is no wording of the document.
 */
export function modelReadLine(number: number, file: string, model: string, said: string): string {
  const [name, by] = [file, model].map((words) => words.replaceAll(/\s+/g, ' ').slice(0, LONGEST_NAME));
  const rows = said.split('\n').map((row) => row.replace(/^[\s#>*•-]+/, '').trim());
  const words = rows.filter((row) => row !== '').join('; ');
  const inert = words
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\*\*|~~|`/g, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')');
  const line = `Figure ${number} (${name}, read by the model ${by}): ${inert.replaceAll(/<(?=[a-z/!?])/gi, '‹')}`;
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE - 1).toWellFormed()}…`;
}

/** Where a text holds such lines, in order. A row of a table may hold one, too. */
export function modelReadSpans(text: string): { readonly start: number; readonly end: number }[] {
  if (!text.includes(', read by the model ')) return [];
  return [...text.matchAll(LINE)].map(({ 0: line, index }) => ({ start: index, end: index + line.length }));
}

export function isReadByModel(text: string): boolean {
  return modelReadSpans(text).length > 0;
}

/** The words of the document alone. */
export function withoutModelRead(text: string): string {
  return isReadByModel(text) ? text.replaceAll(LINE, '') : text;
}
