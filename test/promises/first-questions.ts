/** A question, and words that the report's answer has to quote from the documents, white space apart. */
export interface UnitQuestion {
  readonly language: 'en' | 'de';
  readonly question: string;
  readonly quoted: string;
}

/** Documents whose answers stand outside of plain sentences, with what the units of reading were made by. */
export const FIRST_DOCUMENTS: Readonly<Record<string, string>> = {
  'database/settings.md': `# Heron database settings

Heron reads its settings from \`heron.conf\` when it starts. Changes need a restart.

## Connections and memory

| Name | Default | Description |
|------|---------|-------------|
| max_connections | 150 | Clients that may be connected at the same time |
| shared_buffers | 256 MB | Memory that all connections share |
| idle_timeout | 10 min | Time after which an idle client is disconnected |
| ssl | off | Encrypted connections |

## Logging

Heron writes its log to the standard error stream. Connections of clients are logged with their address.
`,
  'tools/tidemark.md': `# Tidemark

Tidemark prints tide tables on the command line. It knows 400 harbours and works without a network.

## Installation

\`\`\`sh
npm install --global tidemark
\`\`\`

## Usage

Show the tides of a harbour for the next three days:

\`\`\`sh
tidemark show --harbour cuxhaven --days 3
\`\`\`

## Licence

Tidemark is free software.
`,
  'tools/builder-configuration.md': `# Configuration of the builder

The builder reads \`builder.toml\` in the folder of the project and in every folder above it.

## Network

#### \`net.offline\`
* Type: boolean
* Default: false
* Environment: \`BUILDER_NET_OFFLINE\`

If this is \`true\`, then the builder will avoid accessing the network, and attempt to
proceed with what it has downloaded before.

#### \`net.retry\`
* Type: integer
* Default: 3
* Environment: \`BUILDER_NET_RETRY\`

Number of times to try again after a spurious failure.

#### \`net.proxy\`
* Type: string
* Default: none
* Environment: \`BUILDER_NET_PROXY\`

Address of a proxy that all requests go through.
`,
  'canoes.md': `# Canoe hire at the weir

<p>Canoes are hired out from May to September.</p>

<p>The deposit for a canoe is <b>80 euros</b>,
paid in cash at the boathouse.</p>

<p align="center">
  <img src="weir.png" alt="The weir" width="300">
</p>

## Boats

<table>
  <tr><th>Boat</th><th>Seats</th><th>Price for a day</th></tr>
  <tr><td>Kayak</td><td>1</td><td>25 euros</td></tr>
  <tr><td>Canadian canoe</td><td>3</td><td>42 euros</td></tr>
  <tr><td>Raft</td><td>8</td><td>90 euros</td></tr>
</table>
`,
  'heat-pump.md': `# Heat pump HP 9

## Warranty

The warranty on the heat pump runs for seven years from the day of installation. ![Warranty card](warranty.png)

## Noise

![Sound levels](sound.png) At night the heat pump makes at most 38 dB at the neighbour's window.
`,
  'meeting-rooms.md': `# Meeting rooms

Room | Seats | Equipment
--- | --- | ---
Oak room | 48 | projector and lectern
Elm room | 12 | whiteboard
Attic | 6 | none

Rooms are booked at the front desk.
`,
  'seamanship.md': `# Words of the sea

Slack water
: The short time around high and low tide when the water hardly moves.

Lee shore
: A coast towards which the wind blows, and which a sailing boat keeps away from.
`,
  'kiln.html': `<!doctype html><html><head><title>Kiln handbook</title></head><body><main><h1>Kiln handbook</h1>
<p>The kiln stands in the cellar of the pottery. Its controller comes with two programs, which every member of the
pottery may start after an introduction by one of the potters.</p>
<h2>Words</h2>
<dl><dt>Soak time</dt><dd>How long the kiln holds its peak temperature: 20 minutes unless set.</dd>
<dt>Ramp</dt><dd>Degrees by which the kiln gets hotter in an hour.</dd></dl>
<h2>Programs</h2>
<table><thead><tr><th>Program</th><th>Peak</th><th>Duration</th></tr></thead><tbody>
<tr><td>Bisque</td><td>1000 °C</td><td>9 hours</td></tr><tr><td>Glaze</td><td>1240 °C</td><td>7 hours</td></tr></tbody></table>
<h2>Safety</h2><p>The door of the kiln stays locked above 60 °C.</p>
</main></body></html>`,
  'museum.md': `# Museum am Deich

Das Museum zeigt die Geschichte des Deichbaus. Führungen beginnen an der Kasse.

## Öffnungszeiten

| Tag | Geöffnet |
|-----|----------|
| Dienstag bis Freitag | 9 bis 16 Uhr |
| Samstag | 11 bis 18 Uhr |
| Sonntag | 10 bis 17 Uhr |
| Montag | geschlossen |

## Besuch mit Tieren

Hunde freuen sich über den Wassernapf vor dem Museum. In die Ausstellung dürfen Hunde nicht mitgenommen werden.
Für den Weg zum Museum mit Hunden empfehlen wir den Deich.
`,
  'pegelserver.md': `# Pegelserver

Der Pegelserver sammelt Wasserstände und stellt sie im Netz bereit.

## Betrieb

Nach einer Änderung der Einstellungen den Dienst neu starten:

\`\`\`
systemctl restart pegelserver
\`\`\`

Den Zustand zeigt:

\`\`\`
pegelctl status
\`\`\`
`,
  'wasserbau.md': `# Begriffe im Wasserbau

**Vorfluter** — Gewässer, das Wasser aus kleineren Gräben aufnimmt und weiterleitet.

**Siel** — Verschließbarer Durchlass in einem Deich.
`,
  'fest.md': `# Deichfest

## Pfandbecher

Er kostet zwei Euro, die es bei der Rückgabe wieder gibt.

## Aufbau der Stände

Wer einen Stand aufbaut, bringt mit:

- einen Feuerlöscher,
- eine Kabeltrommel von mindestens 25 m,
- Gewichte gegen den Wind.
`,
};

export const FIRST_QUESTIONS: readonly UnitQuestion[] = [
  { language: 'en', question: 'What is the default of max_connections?', quoted: '150' },
  { language: 'en', question: 'Is SSL on by default in Heron?', quoted: 'ssl | off' },
  { language: 'en', question: 'How do I install Tidemark?', quoted: 'npm install --global tidemark' },
  { language: 'en', question: 'What does net.offline do?', quoted: 'avoid accessing the network' },
  { language: 'en', question: 'What is the default of net.retry?', quoted: 'Default: 3' },
  { language: 'en', question: 'How much is the deposit for a canoe?', quoted: '80 euros' },
  { language: 'en', question: 'What does a raft cost for a day?', quoted: '90 euros' },
  { language: 'en', question: 'How long does the warranty on the heat pump run?', quoted: 'seven years' },
  { language: 'en', question: 'How many seats does the Oak room have?', quoted: 'Oak room | 48' },
  { language: 'en', question: 'What is slack water?', quoted: 'the water hardly moves' },
  { language: 'en', question: 'What is the peak of the glaze program of the kiln?', quoted: '1240 °C' },
  { language: 'de', question: 'Wann öffnet das Museum am Samstag?', quoted: '11 bis 18 Uhr' },
  { language: 'de', question: 'Darf ich Hunde in die Ausstellung mitnehmen?', quoted: 'nicht mitgenommen' },
  { language: 'de', question: 'Wie starte ich den Pegelserver neu?', quoted: 'systemctl restart pegelserver' },
  { language: 'de', question: 'Was kostet der Pfandbecher?', quoted: 'zwei Euro' },
];
