/** A true sentence in other words, and how it was made. */
export interface Rewording {
  readonly form: string;
  readonly text: string;
}

const PARENTHESIS = /\s*\([^()]*\)/gu;
const RELATIVE_CLAUSE =
  /,\s(?:which|who|whose|where|including|such as|for example|die|der|das|deren|dessen|wobei|darunter|insbesondere|zum Beispiel)\s[^,;.]+(?=[.,;])(?:,(?=\s\p{Ll}))?/u;
const LINKING = /^(?:However|Therefore|Moreover|Furthermore|Additionally|Also|In addition|Thus|Hence|For example),\s/u;
const FRONTED = /^((?:In|On|At|During|After|Before|By|From|Since|Under|Within)\s[^,]{3,60}),\s(.+)\.$/u;
const PAIR = /(?<![\p{L}\d-])(\p{L}{4,})(,\s\p{L}{4,},?)?\s(and|or|und|oder)\s(\p{L}{4,})(?=[.,;)])/u;

/** The sentence shortened, and with its parts in another order, where its form allows. */
export function rewordingsOf(sentence: string): Rewording[] {
  return [...shortened(sentence), ...reordered(sentence)];
}

function shortened(sentence: string): Rewording[] {
  const text = sentence.replace(PARENTHESIS, '').replace(LINKING, '').replace(RELATIVE_CLAUSE, '');
  return text === sentence || text.length < 40 ? [] : [{ form: 'shortened', text: capitalised(text) }];
}

function reordered(sentence: string): Rewording[] {
  const fronted = FRONTED.exec(sentence);
  if (fronted !== null) {
    const [, phrase = '', rest = ''] = fronted;
    return [{ form: 'reordered', text: `${capitalised(rest)} ${phrase.charAt(0).toLowerCase()}${phrase.slice(1)}.` }];
  }
  const text = sentence.replace(PAIR, (_, first: string, middle = '', joining: string, last: string) => {
    return `${last}${middle} ${joining} ${first}`;
  });
  return text === sentence ? [] : [{ form: 'reordered', text: capitalised(text) }];
}

/** A question with its answer as a statement; null where its form does not allow it. */
export function statementOf(question: string, answer: string): string | null {
  const asked = question.replace(/\s*\?$/, '');
  const [pattern, template] = STATEMENTS.find(([form]) => form.test(asked)) ?? [];
  if (pattern === undefined || template === undefined) return null;
  const statement = asked.replace(pattern, template).replace('{answer}', () => answer);
  return `${capitalised(statement)}.`;
}

/** Forms of questions, and of the statements that answer them. */
const STATEMENTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:Who|What|Which) (is|was|are|were) (the .+)$/u, '$2 $1 {answer}'],
  [/^Who ((?:is|was|were|are|has|had|\p{Ll}+ed) .+)$/u, '{answer} $1'],
  [/^(?:Which|What) \p{Ll}+ ((?:is|was|were|are|has|had|\p{Ll}+ed) .+)$/u, '{answer} $1'],
  [/^When (was|were|is) (.+) (\p{Ll}+ed|built|found|made)$/u, '$2 $1 $3 in {answer}'],
  [/^Wer (.+)$/u, '{answer} $1'],
  [/^Was (ist|war|sind|waren) (.+)$/u, '$2 $1 {answer}'],
  [/^Welche[rs]? \p{Lu}\p{L}+ ((?:ist|war|hat|hatte|wurde|wird|kann) .+)$/u, '{answer} $1'],
];

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
