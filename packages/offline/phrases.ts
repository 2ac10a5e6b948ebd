const ENGLISH = {
  unsaidReason: 'The question refers to something that it does not name.',
  leftOpen: (words: string) => `What “${words}” refers to is left open, and everything that fits is searched.`,
  whatAbout: (word: string) => `What do you want to know about “${word}”?`,
  anyRestriction: 'Is there a case, period or document that the research should be limited to?',
  anyRestrictionReason: 'A narrower question finds more exact passages.',
  noRestriction: 'The question is meant as it stands, without further limits.',
  /** Assumption for a question of a model that states none. */
  everyAnswer: (question: string) => `Every answer is considered to: ${question}`,
  noHitFor: (words: readonly string[]) => `No passage found so far contains: ${words.join(', ')}.`,
  within: (titles: readonly string[]) => `What the documents say, above all: ${titles.join('; ')}.`,
  withinDocuments: 'What the documents say.',
  taskUnanswered: (task: string) => `No passage answers: ${task}`,
  nothingFound: (task: string) => `Nothing was found for: ${task}`,
  /** The answer, where its sources do not carry what was written. */
  answerUnsupported:
    'The passages that were read do not carry an answer to the whole question; what they do say follows.',
  /** Of a word, or of a message that only makes sense behind another one. */
  whatIsMeant: (words: string) => `What does “${words}” refer to? Please name the subject.`,
  greeting:
    'Hello! Without a language model I answer from sources only, in their own words. Ask me about the documents, and I look into them.',
  /** Answers thanks and "ok". */
  welcome: 'Gladly. Ask on whenever you like.',
};

/** Sentences written by offline rules; every other sentence of a report or an answer comes from a source. */
export type OfflinePhrases = typeof ENGLISH;

const GERMAN: OfflinePhrases = {
  unsaidReason: 'Die Frage bezieht sich auf etwas, das sie nicht nennt.',
  leftOpen: (words) => `Worauf sich „${words}“ bezieht, bleibt offen; gesucht wird alles, was passt.`,
  whatAbout: (word) => `Was möchten Sie über „${word}“ wissen?`,
  anyRestriction: 'Soll sich die Recherche auf einen Fall, einen Zeitraum oder ein Dokument beschränken?',
  anyRestrictionReason: 'Eine engere Frage findet genauere Textstellen.',
  noRestriction: 'Die Frage gilt so, wie sie gestellt ist, ohne weitere Einschränkung.',
  everyAnswer: (question) => `Jede Antwort wird berücksichtigt auf: ${question}`,
  noHitFor: (words) => `Keine bisher gefundene Textstelle enthält: ${words.join(', ')}.`,
  within: (titles) => `Was die Dokumente sagen, vor allem: ${titles.join('; ')}.`,
  withinDocuments: 'Was die Dokumente sagen.',
  taskUnanswered: (task) => `Keine Textstelle beantwortet: ${task}`,
  nothingFound: (task) => `Nichts gefunden zu: ${task}`,
  answerUnsupported:
    'Die gelesenen Textstellen tragen keine Antwort auf die ganze Frage; was sie sagen, steht im Folgenden.',
  whatIsMeant: (words) => `Worauf bezieht sich „${words}“? Bitte nennen Sie den Gegenstand.`,
  greeting:
    'Hallo! Ohne Sprachmodell antworte ich nur aus Quellen, in deren eigenen Worten. Fragen Sie nach den Dokumenten, dann sehe ich darin nach.',
  welcome: 'Gern. Fragen Sie jederzeit weiter.',
};

/** Languages without translations get the English sentences. */
export function offlinePhrasesFor(language: string): OfflinePhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}

/** What rules write into a draft, before and after its subject; in other languages than German it is English. */
const IN_DRAFTS = [ENGLISH.taskUnanswered, ENGLISH.nothingFound].map((write) => write('{}').split('{}'));

/** Whether a text is one of these sentences. */
export function isRuleSentence(text: string): boolean {
  return IN_DRAFTS.some(
    ([before = '', after = '']) =>
      text.startsWith(before) && text.endsWith(after) && text.length > before.length + after.length,
  );
}
