import { say, type Spoken } from './language.ts';

/** What a person can say to a run under way. */
export const CHANGES = {
  asks: {
    heading: say('The run asks', 'Die Recherche fragt zurück'),
    until: (time: string) =>
      say(
        `Without an answer it goes on with its assumptions at ${time}.`,
        `Ohne Antwort geht sie um ${time} mit ihren Annahmen weiter.`,
      ),
    assumptions: say('Assumed without an answer:', 'Ohne Antwort wird angenommen:'),
    placeholder: say('If left empty, the assumption is used', 'Leer gelassen: Die Annahme gilt'),
    send: say('Send the answers', 'Antworten senden'),
    skip: {
      button: say('Go on with the assumptions', 'Mit den Annahmen weiter'),
      says: say(
        'The open questions of this round stay unanswered. The run goes on with its assumptions and names them in the report.',
        'Die offenen Fragen dieser Runde bleiben unbeantwortet. Die Recherche geht mit ihren Annahmen weiter und nennt sie im Bericht.',
      ),
      confirm: say('Go on', 'Weiter'),
    },
  },
  plan: {
    heading: say('The plan waits for approval', 'Der Plan wartet auf Freigabe'),
    says: say(
      'Each task is researched separately. Change, add, remove or reorder them; research begins when you approve.',
      'Jede Aufgabe wird für sich recherchiert. Ändern, ergänzen, entfernen oder ordnen Sie sie; mit der Freigabe beginnt die Recherche.',
    ),
    task: (number: number) => say(`Task ${number}`, `Aufgabe ${number}`),
    up: (number: number) => say(`Move task ${number} up`, `Aufgabe ${number} nach oben`),
    down: (number: number) => say(`Move task ${number} down`, `Aufgabe ${number} nach unten`),
    remove: (number: number) => say(`Remove task ${number}`, `Aufgabe ${number} entfernen`),
    add: say('Add a task', 'Aufgabe hinzufügen'),
    approve: say('Approve the plan as it is', 'Plan so freigeben'),
    approveEdited: say('Approve the edited plan', 'Geänderten Plan freigeben'),
    faults: {
      'empty-plan': say('A plan needs at least one task.', 'Ein Plan braucht mindestens eine Aufgabe.'),
      'empty-task': say('A task is empty: say what it asks.', 'Eine Aufgabe ist leer: Sagen Sie, was sie fragt.'),
    },
  },
  retry: {
    button: say('Retry now', 'Jetzt noch einmal'),
    says: say(
      'The run retries at once what it waits for, instead of at the next scheduled time.',
      'Worauf die Recherche wartet, wird sofort noch einmal gefragt, statt zur nächsten Zeit.',
    ),
    confirm: say('Retry now', 'Jetzt noch einmal'),
  },
  finish: {
    button: say('Finish with what was found', 'Mit dem Gefundenen abschließen'),
    says: say(
      'Research ends now. The report is written from what was found so far, and says that it was stopped early. This cannot be undone.',
      'Die Suche endet jetzt. Der Bericht entsteht aus dem bisher Gefundenen und sagt, dass er vorzeitig ist. Das lässt sich nicht rückgängig machen.',
    ),
    confirm: say('Finish', 'Abschließen'),
  },
  cancel: {
    button: say('Cancel the run', 'Recherche abbrechen'),
    says: say(
      'The run ends without a report. This cannot be undone; to get a report from what was found, finish it instead.',
      'Die Recherche endet ohne Bericht. Das lässt sich nicht rückgängig machen; für einen Bericht aus dem Gefundenen schließen Sie sie stattdessen ab.',
    ),
    confirm: say('Cancel the run', 'Recherche abbrechen'),
  },
  extend: {
    button: say('Raise limits', 'Grenzen anheben'),
    says: say(
      'New totals for the whole run, each higher than now; empty fields stay unchanged. A run that waits at a limit continues when that limit is raised. Limits cannot be lowered again.',
      'Neue Gesamtwerte für die ganze Recherche, jeder höher als jetzt; was leer bleibt, gilt weiter. Wartet sie an einer Grenze, geht sie weiter, wenn diese angehoben ist. Grenzen lassen sich nicht wieder senken.',
    ),
    confirm: say('Raise the limits', 'Grenzen anheben'),
    present: (value: string) => say(`now ${value}`, `jetzt ${value}`),
    nothing: say('Nothing has been changed yet.', 'Noch ist nichts geändert.'),
  },
  steer: {
    button: say('Steer', 'Steuern'),
    says: say('The report names every change.', 'Der Bericht nennt jede Änderung.'),
    confirm: say('Send the change', 'Änderung senden'),
    action: say('Change', 'Änderung'),
    actions: {
      'add-task': say('Add a task', 'Aufgabe hinzufügen'),
      'drop-task': say('Drop a task', 'Aufgabe streichen'),
      'ban-source': say('Ban a document or page', 'Dokument oder Seite ausschließen'),
      'ban-domain': say('Ban a domain', 'Domain ausschließen'),
      'prefer-source': say('Prefer a source', 'Quelle bevorzugen'),
      'set-threshold': say('Set the relevance threshold', 'Relevanzschwelle setzen'),
      'set-language': say('Set the language of the report', 'Sprache des Berichts setzen'),
    },
    fields: {
      'add-task': say('What it asks', 'Was sie fragt'),
      'drop-task': say('Task', 'Aufgabe'),
      'ban-source': say('Path or address', 'Pfad oder Adresse'),
      'ban-domain': 'Domain',
      'prefer-source': say('Path, address or domain', 'Pfad, Adresse oder Domain'),
      'set-threshold': say('From 0 to 1', 'Von 0 bis 1'),
      'set-language': say('Two letters, as in de', 'Zwei Buchstaben, etwa en'),
    },
    effects: {
      'add-task': say(
        'One more task is researched, after those under way and within the limits of the run.',
        'Eine Aufgabe mehr wird recherchiert, nach denen, die laufen, und innerhalb der Grenzen der Recherche.',
      ),
      'drop-task': say(
        'This task ends, and its findings do not reach the report.',
        'Für diese Aufgabe geschieht nichts mehr, und ihr Gefundenes kommt nicht in den Bericht.',
      ),
      'ban-source': say(
        'It is no longer read, and nothing from it reaches the report.',
        'Nichts weiter davon wird gelesen, und nichts davon kommt in den Bericht.',
      ),
      'ban-domain': say(
        'This domain and its subdomains are no longer read, and nothing from them reaches the report.',
        'Nichts weiter von dieser Domain und ihren Subdomains wird gelesen, und nichts davon kommt in den Bericht.',
      ),
      'prefer-source': say(
        'Hits from there that pass the threshold are read first, from the next ranking on.',
        'Was die Schwelle erreicht und von dort ist, wird zuerst gelesen, ab der nächsten Bewertung.',
      ),
      'set-threshold': say(
        'Hits count as relevant from this score on, from the next ranking on.',
        'Treffer gelten ab diesem Wert als relevant, ab der nächsten Bewertung.',
      ),
      'set-language': say(
        'The report is written in this language; quotations stay as they are.',
        'Der Bericht wird in dieser Sprache geschrieben; Zitate bleiben, wie sie sind.',
      ),
    },
  },
};

/** What is said around such a message. */
export type ChangeWords = Spoken<typeof CHANGES>;
