import type { UnitQuestion } from './first-questions.ts';

/** Written when the reading of units was done, and left as they are: nothing was fitted to them. */
export const SECOND_DOCUMENTS: Readonly<Record<string, string>> = {
  'bakery/doughs.md': `# Doughs of the bakery

All doughs are mixed in the evening. The baker on duty writes the temperature of the flour on the board.

| Dough | Flour | Proofing time |
|:------|:-----:|--------------:|
| Rye | type 1150 | 3 hours |
| Baguette | type 550 | 18 hours |
| Brioche | type 405 | 12 hours |

The oven is lit at three in the morning.
`,
  'radio/receiver.md': `# Receiver R-40

## Resetting

The receiver forgets all of its stations when it is reset.

\`\`\`console
$ receiver reset --all --yes
\`\`\`

## Antenna

![The socket at the back](socket.png) The antenna is connected to the round socket at the back.

## Power

<p>The receiver draws <em>4 watts</em> when it plays, and half a watt in standby.</p>
`,
  'mail/relay-options.md': `# Options of the mail relay

Options stand in \`relay.toml\`, one on each line.

### \`queue.max_age\`

Messages that could not be delivered for longer than this are returned to their sender. Defaults to five days.

### \`queue.strict\`

When this is set, the relay refuses messages with a malformed header instead of repairing them.

### \`listen.port\`

- Type: integer
- Default: 2525

It takes effect after a restart.
`,
  'garden/allotment.md': `# Allotment rules

**Arbour** — A hut of at most 24 square metres, without heating.

**Communal work** — Eight hours that every tenant gives to the paths and hedges each year.

## Hedges

Hedges along the paths are cut twice a year. They may be at most 1.25 metres high.

## Fires

Open fires need a permit from the board. Barbecues with charcoal are allowed on paved ground only.
`,
  'library.html': `<!doctype html><html><head><title>Library of the town</title></head><body><main><h1>Library of the town</h1>
<p>The library lends books, films and tools to everybody who lives in the town or works there. A card is made at the desk
while you wait, and costs nothing for children.</p>
<h2>Loans</h2>
<table><tr><th>Medium</th><th>Loan period</th><th>Renewals</th></tr>
<tr><td>Book</td><td>28 days</td><td>2</td></tr>
<tr><td>Film</td><td>7 days</td><td>none</td></tr>
<tr><td>Power drill</td><td>3 days</td><td>none</td></tr></table>
<h2>Fees</h2>
<dl><dt>Overdue fine</dt><dd>50 cents for each started week and medium.</dd><dt>Lost card</dt><dd>A new card costs 4 euros.</dd></dl>
</main></body></html>`,
  'faehre.md': `# Fähre zur Insel

Die Fähre legt am Ostkai ab. Fahrkarten gibt es an Bord.

Fahrgast | Einfach | Hin und zurück
-------- | ------- | --------------
Erwachsene | 7,50 € | 13 €
Kinder | 3,80 € | 6,50 €
Fahrrad | 2,00 € | 4 €

## Gepäck

<p>Jeder Fahrgast darf zwei Gepäckstücke von zusammen höchstens 30 kg mitnehmen.</p>
`,
  'imkerei.md': `# Handbuch der Imkerei

Weiselzelle
: Zelle, in der die Bienen eine neue Königin aufziehen.

Wabenhonig
: Honig, der mit der Wabe gegessen wird.

## Schleudern

Vor dem Schleudern wird geprüft:

1. der Wassergehalt, der höchstens 18 % betragen darf,
2. die Verdeckelung der Waben,
3. die Sauberkeit der Schleuder.
`,
  'wetterstation.md': `# Wetterstation

## Einstellungen

#### \`messung.intervall\`
* Typ: Ganzzahl
* Standardwert: 600
* Einheit: Sekunden

Abstand zwischen zwei Messungen.

#### \`anzeige.nachts\`

Ist dies ausgeschaltet, bleibt die Anzeige zwischen 22 und 6 Uhr dunkel.

## Sicherung

Die Messwerte werden so gesichert:

\`\`\`sh
wetter sichern --ziel /media/stick
\`\`\`
`,
  'schwimmbad.md': `# Schwimmbad

## Becken

<table>
<tr><th>Becken</th><th>Wassertemperatur</th><th>Tiefe</th></tr>
<tr><td>Sportbecken</td><td>26 °C</td><td>2,00 m</td></tr>
<tr><td>Lehrbecken</td><td>30 °C</td><td>0,90 m</td></tr>
</table>

## Sauna

Sie ist dienstags den Frauen vorbehalten.

## Umkleiden

Für die Schränke braucht man eine Münze zu einem Euro. ![Schrank](schrank.jpg)
`,
};

export const SECOND_QUESTIONS: readonly UnitQuestion[] = [
  { language: 'en', question: 'How long does baguette dough proof?', quoted: '18 hours' },
  { language: 'en', question: 'How do I reset the receiver?', quoted: 'receiver reset --all --yes' },
  { language: 'en', question: 'Where is the antenna of the receiver connected?', quoted: 'round socket at the back' },
  { language: 'en', question: 'How much power does the receiver draw when it plays?', quoted: '4 watts' },
  {
    language: 'en',
    question: 'What happens when queue.strict is set?',
    quoted: 'refuses messages with a malformed header',
  },
  { language: 'en', question: 'What is the default of listen.port?', quoted: 'Default: 2525' },
  { language: 'en', question: 'What is communal work in the allotments?', quoted: 'Eight hours' },
  { language: 'en', question: 'Are barbecues with charcoal allowed?', quoted: 'allowed on paved ground only' },
  { language: 'en', question: 'How long can I borrow a power drill from the library?', quoted: '3 days' },
  { language: 'en', question: 'How high is the overdue fine of the library?', quoted: '50 cents' },
  { language: 'de', question: 'Was kostet die Fähre für Kinder hin und zurück?', quoted: '6,50 €' },
  { language: 'de', question: 'Wie viel Gepäck darf ich auf der Fähre mitnehmen?', quoted: 'höchstens 30 kg' },
  { language: 'de', question: 'Was ist eine Weiselzelle?', quoted: 'eine neue Königin aufziehen' },
  { language: 'de', question: 'Welcher Wassergehalt ist beim Schleudern höchstens erlaubt?', quoted: 'höchstens 18 %' },
  { language: 'de', question: 'Was ist der Standardwert von messung.intervall?', quoted: 'Standardwert: 600' },
  { language: 'de', question: 'Wie sichere ich die Messwerte der Wetterstation?', quoted: 'wetter sichern' },
  { language: 'de', question: 'Wie warm ist das Wasser im Lehrbecken?', quoted: '30 °C' },
  { language: 'de', question: 'An welchem Tag ist die Sauna den Frauen vorbehalten?', quoted: 'dienstags' },
];
