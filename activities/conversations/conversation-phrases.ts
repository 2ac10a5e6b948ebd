/** What the rules of a conversation say to a person. */
export interface ConversationPhrases {
  /** Of a word, or of a message that only makes sense behind another one. */
  readonly whatIsMeant: (words: string) => string;
  readonly greeting: string;
  /** Answers thanks and "ok". */
  readonly welcome: string;
  readonly moreSpecific: (about: readonly string[]) => string;
}

const ENGLISH: ConversationPhrases = {
  whatIsMeant: (words) => `What does “${words}” refer to? Please name the subject.`,
  greeting:
    'Hello! Without a language model I answer from sources only, in their own words. Ask me about the documents, and I look into them.',
  welcome: 'Gladly. Ask on whenever you like.',
  moreSpecific: (about) => `More specific options and details: ${about.join('; ')}`,
};

const GERMAN: ConversationPhrases = {
  whatIsMeant: (words) => `Worauf bezieht sich „${words}“? Bitte nennen Sie den Gegenstand.`,
  greeting:
    'Hallo! Ohne Sprachmodell antworte ich nur aus Quellen, in deren eigenen Worten. Fragen Sie nach den Dokumenten, dann sehe ich darin nach.',
  welcome: 'Gern. Fragen Sie jederzeit weiter.',
  moreSpecific: (about) => `Genauere Möglichkeiten und Einzelheiten: ${about.join('; ')}`,
};

/** Languages without translations get the English sentences. */
export function conversationPhrasesFor(language: string): ConversationPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}
