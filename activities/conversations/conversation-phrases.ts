/** What the rules of a conversation say to a person. */
export interface ConversationPhrases {
  /** Of a word, or of a message that only makes sense behind another one. */
  readonly whatIsMeant: (words: string) => string;
  readonly tasksNeedModel: string;
  readonly greeting: string;
  /** Answers thanks. */
  readonly welcome: string;
  /** Answers "ok". */
  readonly goOn: string;
  /** Answers "why?" and "are you sure?" by what the last answer rests on. */
  readonly restsOn: (question: string, sources: readonly string[]) => string;
  readonly moreSpecific: (about: readonly string[]) => string;
}

const ENGLISH: ConversationPhrases = {
  whatIsMeant: (words) => `What does “${words}” refer to? Please name the subject.`,
  tasksNeedModel:
    'Without a language model I answer from sources only: I cannot calculate, translate or rewrite. I can look in the documents for what they say about it.',
  greeting:
    'Hello! Without a language model I answer from sources only, in their own words. Ask me about the documents, and I look into them.',
  welcome: 'You are welcome. Ask on whenever you like.',
  goOn: 'Good. Ask on whenever you like.',
  restsOn: (question, sources) =>
    sources.length === 0
      ? `To “${question}” I found no passage that answers, and without a language model I add nothing of my own. Ask in other words, with those that the documents may use.`
      : [
          `To “${question}” I showed what these places say, word for word, and without a language model I have no reasons beyond them:`,
          list(sources),
          'Read on there to see whether they settle it. To go on, ask about one of them, or ask in other words.',
        ].join('\n\n'),
  moreSpecific: (about) => `More specific options and details: ${about.join('; ')}`,
};

const GERMAN: ConversationPhrases = {
  whatIsMeant: (words) => `Worauf bezieht sich „${words}“? Bitte nennen Sie den Gegenstand.`,
  tasksNeedModel:
    'Ohne Sprachmodell antworte ich nur aus Quellen: Ich kann nicht rechnen, übersetzen oder umformulieren. Ich kann in den Dokumenten nachsehen, was sie dazu sagen.',
  greeting:
    'Hallo! Ohne Sprachmodell antworte ich nur aus Quellen, in deren eigenen Worten. Fragen Sie nach den Dokumenten, dann sehe ich darin nach.',
  welcome: 'Gern geschehen. Fragen Sie jederzeit weiter.',
  goOn: 'Gut. Fragen Sie jederzeit weiter.',
  restsOn: (question, sources) =>
    sources.length === 0
      ? `Zu „${question}“ habe ich keine Textstelle gefunden, die antwortet, und ohne Sprachmodell füge ich nichts hinzu. Fragen Sie mit anderen Worten, am besten mit denen der Dokumente.`
      : [
          `Zu „${question}“ habe ich gezeigt, was diese Stellen wörtlich sagen; ohne Sprachmodell habe ich keine Gründe darüber hinaus:`,
          list(sources),
          'Lesen Sie dort nach, ob sie die Frage entscheiden. Fragen Sie dann nach einer dieser Stellen, oder fragen Sie mit anderen Worten.',
        ].join('\n\n'),
  moreSpecific: (about) => `Genauere Möglichkeiten und Einzelheiten: ${about.join('; ')}`,
};

function list(sources: readonly string[]): string {
  return sources.map((source) => `- ${source}`).join('\n');
}

/** Languages without translations get the English sentences. */
export function conversationPhrasesFor(language: string): ConversationPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}
