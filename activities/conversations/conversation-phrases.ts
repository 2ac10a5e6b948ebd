const ENGLISH = {
  /** Of a word, or of a message that only makes sense behind another one. */
  whatIsMeant: (words: string) => `What does “${words}” refer to? Please name the subject.`,
  greeting:
    'Hello! Without a language model I answer from sources only, in their own words. Ask me about the documents, and I look into them.',
  /** Answers thanks and "ok". */
  welcome: 'Gladly. Ask on whenever you like.',
  moreSpecific: (about: readonly string[]) => `More specific options and details: ${about.join('; ')}`,
};

/** What the rules of a conversation say to a person. */
export type ConversationPhrases = typeof ENGLISH;

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
