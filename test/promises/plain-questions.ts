export interface PlainQuestion {
  /** Continues "a question that asks …". */
  readonly asks: string;
  readonly question: string;
  readonly language: 'en' | 'de';
  /** Words that answer it, which the report must quote; none where the documents hold no answer. */
  readonly phrases: readonly string[];
}

const LIBRARY = `# House rules of the town library

## Opening hours

The reading room is open from nine to eighteen on working days. On Saturdays it closes at thirteen.

## Loans

A book may be kept for 28 days. A film may be kept for 7 days. Each loan can be renewed twice unless another reader has
reserved the item.

## Late fees

For each day that an item is late the library charges 0.20 euro. The fee for one item is never more than 12 euro.

## Food and drink

Water in closed bottles is allowed in the reading room. Food is not permitted anywhere except in the foyer.

## Reservations

A reader can reserve an item that is on loan. The library keeps a reserved item at the desk for 5 working days.
`;

const GLOSSARY = `# Words of the workshop

## Kerf

A kerf is the slot that a saw leaves behind as it cuts through wood.

## Burr

A burr is the raised edge that remains on metal after drilling.

## Jig

A jig is a device that holds a piece and guides the tool, so that every piece comes out alike.
`;

const BAND_SAW = `# Manual of the band saw BS 14

## Speed

The blade of the band saw runs at 820 metres per minute for wood and at 65 metres per minute for steel.

## Guards

The upper guard must stand no more than 6 millimetres above the piece. Never remove the guard while the blade moves.

## Maintenance

The tyres of the wheels are cleaned every 40 hours of work. The bearings need no grease.
`;

const GARTEN = `# Gartenordnung der Kolonie Sonnenhang

## § 3 Ruhezeiten

Motorgeräte dürfen werktags von 13 bis 15 Uhr und an Sonntagen nicht benutzt werden.

## § 5 Hecken

Hecken am Hauptweg dürfen höchstens 1,25 Meter hoch sein. Zwischen den Parzellen gilt eine Höhe von 0,80 Meter.

## § 7 Tiere

Die Haltung von Bienen ist mit Zustimmung des Vorstands erlaubt. Hühner dürfen nicht gehalten werden.

## § 9 Pacht

Die Pacht beträgt 0,38 Euro je Quadratmeter im Jahr und ist bis zum 31. März zu zahlen.

## § 11 Laube

Eine Laube ist ein einfaches Bauwerk ohne Keller mit höchstens 24 Quadratmetern Grundfläche.
`;

const BAD = `# Badeordnung des Freibads

## Eintritt

Die Tageskarte kostet 4,50 Euro. Kinder unter sechs Jahren zahlen nichts.

## Sprungturm

Der Sprungturm wird bei Gewitter gesperrt. Vom Brett wird immer nur einzeln gesprungen.
`;

export const PLAIN_DOCUMENTS = {
  'library.md': LIBRARY,
  'workshop/glossary.md': GLOSSARY,
  'workshop/band-saw.md': BAND_SAW,
  'garten.md': GARTEN,
  'bad.md': BAD,
};

export const PLAIN_QUESTIONS: readonly PlainQuestion[] = [
  {
    asks: 'for a figure',
    question: 'How fast does the blade of the band saw run for steel?',
    language: 'en',
    phrases: ['65 metres per minute for steel'],
  },
  {
    asks: 'for a figure, in German',
    question: 'Wie hoch dürfen Hecken am Hauptweg sein?',
    language: 'de',
    phrases: ['höchstens 1,25 Meter hoch'],
  },
  {
    asks: 'for a definition',
    question: 'What is a kerf?',
    language: 'en',
    phrases: ['the slot that a saw leaves behind'],
  },
  {
    asks: 'for a definition, in German',
    question: 'Was ist eine Laube?',
    language: 'de',
    phrases: ['ein einfaches Bauwerk ohne Keller'],
  },
  {
    asks: 'for a permission',
    question: 'Is food allowed in the reading room?',
    language: 'en',
    phrases: ['Food is not permitted anywhere'],
  },
  {
    asks: 'for a permission, in German',
    question: 'Darf ich im Garten Hühner halten?',
    language: 'de',
    phrases: ['Hühner dürfen nicht gehalten werden'],
  },
  {
    asks: 'two things',
    question: 'How long may a book be kept, and what does the library charge for each day that it is late?',
    language: 'en',
    phrases: ['A book may be kept for 28 days', 'the library charges 0.20 euro'],
  },
  {
    asks: 'two things, in German',
    question: 'Wie hoch ist die Pacht, und bis wann ist sie zu zahlen?',
    language: 'de',
    phrases: ['0,38 Euro je Quadratmeter', 'bis zum 31. März'],
  },
  {
    asks: 'what no document says',
    question: 'How many satellites does the weather service operate?',
    language: 'en',
    phrases: [],
  },
  {
    asks: 'what no document says, in German',
    question: 'Welche Steuer gilt für den Import von Elektroautos?',
    language: 'de',
    phrases: [],
  },
];
