import { CHANGES } from './change-words.ts';
import { type Pair, say, counted, type Spoken } from './language.ts';

const passages = (count: number) => counted(count, ['passage', 'passages'], ['Stelle', 'Stellen']);
const findings = (count: number) => counted(count, ['finding', 'findings'], ['Befund', 'Befunde']);
/** By the name of the message. */
const messages: Readonly<Record<string, Pair>> = {
  extendBudget: say('Raise limits', 'Grenzen erhöhen'),
  steer: say('Change', 'Änderung'),
  finishEarly: say('Finish', 'Beenden'),
  approvePlan: say('Approve the plan', 'Freigabe des Plans'),
  answerClarification: say('Answer', 'Antwort'),
  skipClarification: say('Go on with the assumptions', 'Mit den Annahmen weiter'),
  retryNow: say('Retry now', 'Jetzt noch einmal'),
};
/** What a run says when it refuses; the names of limits are in words already. */
const reasons: readonly (readonly [said: RegExp, words: Pair])[] = [
  [
    /^(.+) is already (\S+)$/,
    say(
      '$1: it is already $2, and a limit can only be raised',
      '$1: schon jetzt $2, und eine Grenze lässt sich nur erhöhen',
    ),
  ],
  [/^no limit was given$/, say('no new limit was given', 'es wurde keine neue Grenze genannt')],
  [
    /too late/,
    say(
      'it came too late: the report is being written without it',
      'es kam zu spät: der Bericht wird ohne sie geschrieben',
    ),
  ],
  [
    /^research is over/,
    say('research is over, and the report is being written', 'die Recherche ist zu Ende, der Bericht wird geschrieben'),
  ],
  [/\bis over\b/, say('the run is over', 'der Lauf ist zu Ende')],
  [/^this task exists already$/, say('this task is there already', 'diese Aufgabe gibt es schon')],
  [/is finishing/, say('the run is finishing already', 'der Lauf wird schon beendet')],
];
const elsewhere = say(
  'Its report is in the store of the worker, and this server has another one. Open it on a server with the worker’s home.',
  'Der Bericht liegt in der Ablage des Workers, und dieser Server hat eine andere. Öffnen Sie ihn an einem Server mit dem Ordner des Workers.',
);
const startAnew = say(
  'Start a new run with the same question once this is fixed; paid answers are reused.',
  'Beginnen Sie mit derselben Frage neu, sobald das behoben ist; bezahlte Antworten werden wieder verwendet.',
);

export const LIVE = {
  stages: {
    indexing: say('Reading the documents', 'Dokumente lesen'),
    clarifying: say('Clarifying the question', 'Frage klären'),
    planning: say('Planning', 'Planen'),
    researching: say('Researching', 'Recherchieren'),
    validating: say('Validating findings', 'Befunde prüfen'),
    synthesizing: say('Writing', 'Schreiben'),
    verifying: say('Verifying', 'Nachprüfen'),
  },
  stageState: { done: say('done', 'erledigt'), present: say('now', 'jetzt'), ahead: say('to come', 'kommt noch') },
  path: say('Stages', 'Stufen'),
  ends: {
    published: say('The report is published.', 'Der Bericht ist veröffentlicht.'),
    stopped: say(
      'The run was finished early, with a report.',
      'Die Recherche wurde vorzeitig beendet, mit einem Bericht.',
    ),
    halted: say('The run has halted.', 'Die Recherche wurde angehalten.'),
    failed: say('The run has failed.', 'Die Recherche ist gescheitert.'),
    cancelled: say('The run was cancelled.', 'Die Recherche wurde abgebrochen.'),
  },
  ended: (time: string) => say(`ended ${time}`, `beendet ${time}`),
  endReason: (reason: string) => say(`Reason: ${reason}`, `Grund: ${reason}`),
  afterEnd: {
    published: elsewhere,
    stopped: elsewhere,
    halted: startAnew,
    failed: startAnew,
    cancelled: say(
      'It leaves no report. A new run with the same question reuses paid answers.',
      'Sie hinterlässt keinen Bericht. Eine neue Recherche mit derselben Frage verwendet bezahlte Antworten wieder.',
    ),
  },
  resumes: say(
    'Its completed stages are kept. Once the cause is fixed, this command continues the run under the same id:',
    'Was sie erarbeitet hat, bleibt erhalten. Wenn die Ursache behoben ist, setzt dieser Befehl sie unter derselben Kennung fort:',
  ),
  lost: say(
    'The connection to the server is lost. The page reconnects by itself and continues.',
    'Die Verbindung zum Server ist verloren. Sie wird von selbst wieder versucht und setzt dort fort, wo sie war.',
  ),
  toldByStore: say(
    'The run cannot be reached right now; this is its last known state.',
    'Niemand kann gerade nach dieser Recherche gefragt werden; dies ist ihr letzter bekannter Stand.',
  ),
  noWorker: say(
    'Nothing works on this run at the moment. Nothing is lost: it goes on when its worker runs again.',
    'An dieser Recherche arbeitet gerade nichts. Nichts ist verloren: Sie geht weiter, sobald ihr Worker wieder läuft.',
  ),
  lastSeen: (time: string) => say(`A worker was last seen ${time}.`, `Ein Worker war zuletzt ${time} da.`),
  bringWorker: say('Start one with this command:', 'Dieser Befehl bringt einen:'),
  failingTask: (attempt: number, cause: string) =>
    say(
      `The worker cannot continue this run (attempt ${attempt}): ${cause}. It needs the version that the run began with, or a newer one.`,
      `Der Worker kann mit dieser Recherche nicht fortfahren (Versuch ${attempt}): ${cause}. Sie braucht die Version, mit der sie begann, oder eine neuere.`,
    ),
  retrying: (activity: string, attempt: number, cause: string) =>
    say(
      `${activity} is tried again (attempt ${attempt}): ${cause}`,
      `${activity} wird wiederholt (Versuch ${attempt}): ${cause}`,
    ),
  webUi: say('This run in the Temporal Web UI', 'Diese Recherche in der Temporal Web UI'),
  reportReady: say('The report is ready.', 'Der Bericht ist fertig.'),
  readReport: say('Read the report', 'Bericht lesen'),
  tasks: 'Plan',
  story: {
    searched: (count: number) =>
      count === 1 ? say('searched once', 'einmal gesucht') : say(`searched ${count} times`, `${count}-mal gesucht`),
    read: (count: number) => say(`read ${passages(count).en}`, `${passages(count).de} gelesen`),
    found: findings,
    sources: say('Read for this task', 'Für diese Aufgabe gelesen'),
  },
  pace: {
    took: (duration: string) => say(`took ${duration}`, `dauerte ${duration}`),
    usually: (duration: string) => say(`usually ${duration}`, `meist ${duration}`),
  },
  engineers: say('For engineers', 'Für Fachleute'),
  steps: {
    waiting: say('waiting', 'wartet'),
    searching: say('searching', 'sucht'),
    scoring: say('scoring what was found', 'bewertet Gefundenes'),
    extracting: say('reading', 'liest'),
    following: say('following references', 'folgt Verweisen'),
    summarizing: say('summing up', 'fasst zusammen'),
    done: say('done', 'erledigt'),
    dropped: say('dropped', 'gestrichen'),
    failed: say('failed', 'gescheitert'),
  },
  found: say('Found so far', 'Bisher gefunden'),
  nothingFound: say('Nothing yet.', 'Noch nichts.'),
  notWritten: say(
    'Quotations are compared with their stored sources. They have not been validated against the question or used in an answer yet.',
    'Zitate sind mit ihren gespeicherten Quellen verglichen. Nichts davon ist schon an der Frage geprüft oder zu einer Antwort geschrieben.',
  ),
  moreFound: (count: number) => say(`${count} more`, `${count} weitere`),
  otherFindings: say('Outside the planned tasks', 'Zu keiner Aufgabe des Plans'),
  spending: say('Spending', 'Verbrauch'),
  limits: {
    searches: say('Searches', 'Suchen'),
    pages: say('Passages read', 'Gelesene Stellen'),
    modelCalls: say('Model calls', 'Modellaufrufe'),
    modelTokens: say('Model tokens', 'Modell-Tokens'),
    money: say('US dollars', 'US-Dollar'),
    wallTimeSeconds: say('Working time in hours', 'Arbeitszeit in Stunden'),
  },
  used: (used: string, limit: string | null) =>
    limit === null
      ? say(`${used}, no limit`, `${used}, ohne Grenze`)
      : say(`${used} of ${limit}`, `${used} von ${limit}`),
  ledger: say('By step', 'Nach Schritten'),
  waits: say('Waiting', 'Wartet'),
  decides: say('It needs your decision', 'Sie müssen entscheiden'),
  reached: (limit: string) => say(`the limit of ${limit} is reached`, `die Grenze von ${limit} ist erreicht`),
  actsAt: {
    budget: (time: string) =>
      say(
        `Without a decision the run finishes with what it has at ${time}.`,
        `Ohne Entscheidung schließt die Recherche um ${time} mit dem ab, was sie hat.`,
      ),
    outage: (time: string) => say(`It retries by itself at ${time}.`, `Um ${time} wird es von selbst wieder versucht.`),
    setup: (time: string) =>
      say(
        `Fix it, then retry now; it retries by itself at ${time}.`,
        `Beheben Sie es und versuchen Sie es dann gleich; von selbst geschieht es um ${time}.`,
      ),
  },
  gaps: (count: number) => say(`Gaps (${count})`, `Lücken (${count})`),
  degradations: (count: number) => say(`Fallbacks (${count})`, `Ersatzwege (${count})`),
  times: (count: number) => `${count} ×`,
  changes: (count: number) => say(`Changes made on the way (${count})`, `Unterwegs geändert (${count})`),
  refused: { heading: say('Refused', 'Abgelehnt'), messages, reasons },
  ...CHANGES,
  controls: say('Change this run', 'Diese Recherche ändern'),
  back: say('Back', 'Zurück'),
  sending: say('Sending …', 'Wird gesendet …'),
  taken: say('The run accepted it.', 'Die Recherche hat es übernommen.'),
  stored: say(
    'It is stored with the run, which reads it when a worker runs.',
    'Es liegt bei der Recherche, die es übernimmt, sobald ein Worker da ist.',
  ),
  notify: {
    allow: say('Notify me', 'Benachrichtigen'),
    allowed: say(
      'The browser notifies you when the run asks or ends, while this tab is open.',
      'Der Browser meldet sich, wenn die Recherche fragt oder endet, solange dieser Tab offen ist.',
    ),
    denied: say(
      'Notifications are blocked in the settings of the browser for this address.',
      'Benachrichtigungen sind in den Einstellungen des Browsers für diese Adresse gesperrt.',
    ),
    asks: say('The run asks', 'Die Recherche fragt zurück'),
    ended: say('The run has ended', 'Die Recherche ist beendet'),
  },
  forkedFrom: say('Forked from', 'Abgezweigt von'),
};

/** What the view of a run under way says. */
export type LiveWords = Spoken<typeof LIVE>;
