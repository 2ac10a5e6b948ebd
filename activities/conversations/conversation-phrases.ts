import type { Contradiction } from './contradictions.ts';

/** What the rules of a conversation say to a person. */
export interface ConversationPhrases {
  readonly whichValue: (contradiction: Contradiction) => string;
  /** For a message that only makes sense behind another one. */
  readonly whatAbout: (words: string) => string;
  readonly whatIsMeant: (word: string) => string;
  /** In place of an answer that no source supports. */
  readonly onlyFromSources: string;
  readonly tasksNeedModel: string;
  readonly greeting: string;
  /** Answers thanks. */
  readonly welcome: string;
  readonly moreSpecific: (about: readonly string[]) => string;
}

const ENGLISH: ConversationPhrases = {
  whichValue: ({ kind, label, values: [one, other] }) => {
    if (kind === 'date')
      return `Which date do you mean for ${label === 'return' ? 'the return' : label}: ${one} or ${other}?`;
    if (kind === 'guests') return `How many people is it for: “${one}” or “${other}”?`;
    return `Which of the two do you mean: “${one}” or “${other}”?`;
  },
  whatAbout: (words) => `What would you like to know about “${words}”?`,
  whatIsMeant: (word) => `What does “${word}” refer to?`,
  onlyFromSources:
    'Without a language model I answer from sources only, and this needs none. Shall I look for it in the documents? Then ask about their content.',
  tasksNeedModel:
    'Without a language model I answer from sources only: I cannot calculate, translate or rewrite. I can look in the documents for what they say about it.',
  greeting:
    'Hello! Without a language model I answer from sources only, in their own words. Ask me about the documents, and I look into them.',
  welcome: 'You are welcome. Ask on, or look up one of the places above.',
  moreSpecific: (about) => `More specific options and details: ${about.join('; ')}`,
};

const GERMAN: ConversationPhrases = {
  whichValue: ({ kind, label, values: [one, other] }) => {
    if (kind === 'date') return `Welches Datum gilt für ${GERMAN_LABELS[label] ?? label}: ${one} oder ${other}?`;
    if (kind === 'guests') return `Für wie viele Personen soll es sein: „${one}“ oder „${other}“?`;
    return `Was von beidem ist gemeint: „${one}“ oder „${other}“?`;
  },
  whatAbout: (words) => `Was möchten Sie zu „${words}“ wissen?`,
  whatIsMeant: (word) => `Worauf bezieht sich „${word}“?`,
  onlyFromSources:
    'Ohne Sprachmodell antworte ich nur aus Quellen, und hierfür braucht es keine. Soll ich in den Dokumenten nachsehen? Dann fragen Sie nach ihrem Inhalt.',
  tasksNeedModel:
    'Ohne Sprachmodell antworte ich nur aus Quellen: Ich kann nicht rechnen, übersetzen oder umformulieren. Ich kann in den Dokumenten nachsehen, was sie dazu sagen.',
  greeting:
    'Hallo! Ohne Sprachmodell antworte ich nur aus Quellen, in deren eigenen Worten. Fragen Sie nach den Dokumenten, dann sehe ich darin nach.',
  welcome: 'Gern geschehen. Fragen Sie weiter, oder schlagen Sie eine der Stellen oben nach.',
  moreSpecific: (about) => `Genauere Möglichkeiten und Einzelheiten: ${about.join('; ')}`,
};

const GERMAN_LABELS: Readonly<Record<string, string>> = {
  'check-in': 'die Anreise',
  'check-out': 'die Abreise',
  departure: 'den Hinweg',
  return: 'den Rückweg',
};

/** Languages without translations get the English sentences. */
export function conversationPhrasesFor(language: string): ConversationPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}
