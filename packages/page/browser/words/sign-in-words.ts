export const SIGN_IN_ENGLISH = {
  heading: 'Sign in',
  needed: 'This server needs to know who you are.',
  ended: 'Your sign-in has ended. Sign in again; what you have written is kept.',
  with: (issuer: string) => `Sign in with ${issuer}`,
  byToken: 'Use a token instead',
  keptInTab: 'It is kept until you close this tab.',
  tokenNeeded: 'This server needs its token. It is kept until you close this tab.',
  token: 'Token',
  wrongToken: 'The server does not know this token. Check it, or ask who runs the server.',
  enter: 'Continue',
  faults: {
    over: 'This sign-in cannot be finished: it began in another browser or at another address, took more than ten minutes, or was used before. Sign in again.',
    token: (detail: string) =>
      `You are signed in, but this server does not accept it: ${detail}. Ask who runs the server.`,
    refused: (issuer: string) => `${issuer} refused the sign-in. Try another account, or ask who runs the server.`,
    away: (issuer: string) => `${issuer} does not answer. Wait a moment, then sign in again.`,
    other: (detail: string) => `The sign-in did not work: ${detail}. Try again, or tell who runs the server.`,
  },
};

/** What signing in says. */
export type SignInWords = typeof SIGN_IN_ENGLISH;

export const SIGN_IN_GERMAN: SignInWords = {
  heading: 'Anmelden',
  needed: 'Dieser Server muss wissen, wer Sie sind.',
  ended: 'Ihre Anmeldung ist abgelaufen. Melden Sie sich wieder an; was Sie geschrieben haben, bleibt.',
  with: (issuer) => `Anmelden mit ${issuer}`,
  byToken: 'Stattdessen ein Token verwenden',
  keptInTab: 'Es wird behalten, bis Sie diesen Tab schließen.',
  tokenNeeded: 'Dieser Server braucht sein Token. Es wird behalten, bis Sie diesen Tab schließen.',
  token: 'Token',
  wrongToken: 'Der Server kennt dieses Token nicht. Prüfen Sie es, oder fragen Sie, wer den Server betreibt.',
  enter: 'Weiter',
  faults: {
    over: 'Diese Anmeldung lässt sich nicht abschließen: Sie begann in einem anderen Browser oder unter einer anderen Adresse, dauerte über zehn Minuten oder wurde schon verwendet. Melden Sie sich noch einmal an.',
    token: (detail) =>
      `Sie sind angemeldet, aber dieser Server nimmt es nicht an: ${detail}. Fragen Sie, wer ihn betreibt.`,
    refused: (issuer) =>
      `${issuer} hat die Anmeldung abgelehnt. Versuchen Sie ein anderes Konto, oder fragen Sie, wer den Server betreibt.`,
    away: (issuer) => `${issuer} antwortet nicht. Warten Sie einen Moment, und melden Sie sich dann noch einmal an.`,
    other: (detail) =>
      `Die Anmeldung hat nicht geklappt: ${detail}. Versuchen Sie es noch einmal, oder sagen Sie es dem Betreiber.`,
  },
};
