import { counted } from '../../workflows/contracts/counted.ts';

/** The fixed words of an answer in a conversation that a report does not have. */
export interface AnswerPhrases {
  /** Follows an answer from thin evidence. */
  readonly thinEvidence: string;
  /** @param names of the first items */
  readonly found: (count: number, names: readonly string[]) => string;
  /** Words that were wished for. @param isAll false: not all entries were read, or filters left some out */
  readonly unmet: (words: readonly string[], isAll: boolean) => string;
  /** Heads the column with the names of items. */
  readonly itemName: string;
}

const ENGLISH: AnswerPhrases = {
  thinEvidence: 'The sources say little on this question; read what is cited before you rely on the answer.',
  found: (count, names) => `${counted(count, 'entry', 'entries')} found: ${listOf(names, count)}`,
  unmet: (words, isAll) => `None of the entries ${isAll ? '' : 'searched '}mentions: ${words.join(', ')}`,
  itemName: 'Name',
};

const GERMAN: AnswerPhrases = {
  thinEvidence:
    'Die Quellen sagen wenig zu dieser Frage; vor dem Gebrauch der Antwort sind die zitierten Stellen zu lesen.',
  found: (count, names) => `${counted(count, 'Eintrag', 'Einträge')} gefunden: ${listOf(names, count)}`,
  unmet: (words, isAll) => `Keiner der ${isAll ? '' : 'durchsuchten '}Einträge erwähnt: ${words.join(', ')}`,
  itemName: 'Name',
};

/** Languages without phrases of their own get the English ones. */
export function answerPhrasesFor(language: string): AnswerPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}

function listOf(names: readonly string[], count: number): string {
  return [...names, ...(names.length < count ? ['…'] : [])].join(', ');
}
