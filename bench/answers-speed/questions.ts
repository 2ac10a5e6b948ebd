/** About node_modules/undici/docs; each is asked once, so that no stored answer is given. */
const QUESTIONS = [
  'How do I limit the number of connections of a client?',
  'Which status codes does RetryAgent retry by default?',
  'What is the default timeout for connecting?',
  'How is a proxy with credentials configured?',
  'What does MockAgent do with requests that nothing matches?',
  'How are cookies read from the headers of a response?',
  'What is pipelining, and what is its default?',
  'How does the cache interceptor decide what to store?',
  'Which events does a dispatcher emit?',
  'How is a certificate authority given to the connector?',
  'What happens to the body when a request is aborted?',
  'How do I follow redirections?',
  'What is the difference between a pool and a balanced pool?',
  'How can the length of headers be limited?',
  'What does the method upgrade return?',
  'How are diagnostics channels subscribed to?',
];

/** Questions that were not asked before; after the list they repeat with a number, which makes them other questions. */
export function createQuestions(): () => string {
  let asked = 0;
  return () => {
    const round = Math.floor(asked / QUESTIONS.length);
    const question = QUESTIONS[asked % QUESTIONS.length] ?? '';
    asked += 1;
    return round === 0 ? question : question.replace('?', ` (${round + 1})?`);
  };
}
