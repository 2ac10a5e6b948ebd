import { mainClauseOf } from './main-clause.ts';

/** What a message asks of the memory in so many words. */
export interface MemoryRequest {
  readonly kind: 'remember' | 'correct' | 'forget';
  /** What is to be remembered or forgotten, as the message has it. */
  readonly text: string;
  /** The message says nothing else. */
  readonly isWhole: boolean;
}

const POLITE = String.raw`^(?:(?:please|bitte|can\s+you|could\s+you|kannst\s+du|könntest\s+du)[,\s]+)*`;
const ENGLISH_REMEMBER = String.raw`(?:remember|memori[sz]e|keep\s+in\s+mind|(?:don['’]t|do\s+not)\s+forget)(?:\s+(?:this|for\s+me|please))*(?:\s*[,:]?\s*\bthat\s+|\s*:\s*|\s+(?=(?:my|our|i|we)\b))`;
const GERMAN_REMEMBER = String.raw`(?:(?:merke?|notiere?|speichere?)(?:\s+(?:dir|es|bitte|für\s+mich|mal))*|vergiss\s+(?:bitte\s+)?nicht|behalte?\s+(?:bitte\s+)?im\s+(?:kopf|gedächtnis))\s*(?:,?\s*(?<clause>dass)\s+|:\s*)`;

const FORMS: readonly (readonly [MemoryRequest['kind'], RegExp])[] = [
  ['remember', new RegExp(`${POLITE}(?:${ENGLISH_REMEMBER}|${GERMAN_REMEMBER})(?<text>\\S.*)$`, 'isu')],
  ['correct', /^(?:correction|korrektur|berichtigung|richtigstellung)\s*:\s*(?<text>\S.*)$/isu],
  [
    'forget',
    new RegExp(
      `${POLITE}(?:forget(?:\\s+(?:that|about|everything|what)\\s+|\\s*:\\s*)|vergiss\\s*(?:bitte\\s*)?(?:,?\\s*(?:(?<clause>dass)|was)\\s+|:\\s*|alles\\s+))(?<text>\\S.*)$`,
      'isu',
    ),
  ],
];
const NEXT_SENTENCE = /(?<=[.!])\s+(?=[\p{Lu}„"“¿])/u;

/** Reads a message that asks to remember, to correct or to forget something; null for any other. */
export function memoryRequestOf(message: string): MemoryRequest | null {
  const said = message.trim().replaceAll(/\s+/g, ' ');
  for (const [kind, form] of FORMS) {
    const { text: asked, clause } = form.exec(said)?.groups ?? {};
    if (asked === undefined) continue;
    const sentences = asked.split(NEXT_SENTENCE);
    // "Remember that my budget is 200 euros. Which hotels are there?"
    const question = sentences.findIndex((sentence) => /\?\s*$/u.test(sentence));
    const kept = question === -1 ? sentences : sentences.slice(0, question);
    if (kept.length === 0) return null;
    const [first = '', ...others] = kept;
    const text = [clause === undefined ? first : mainClauseOf(first), ...others].join(' ');
    return { kind, text: capitalised(text), isWhole: question === -1 };
  }
  return null;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
