import type { StatementPair } from './statement-pairs.ts';

/** What the rule was not built with: medicines, spaceflight, chips and trade. */
export const HELD_BACK_PAIRS: readonly StatementPair[] = [
  // The same fact in other words.
  [
    'same',
    'The medicines agency cleared Lumivax for children under twelve.',
    'Lumivax has been approved by the medicines agency for children under twelve.',
  ],
  [
    'same',
    'Astrena launched its Kestrel rocket from the Varda spaceport on Friday.',
    'The Kestrel rocket of Astrena lifted off from the Varda spaceport.',
  ],
  [
    'same',
    'Quantix will invest 3.2 billion dollars in a chip factory in Lorran.',
    'Quantix is putting $3.2 billion into a new chip factory in Lorran, it announced.',
  ],
  [
    'same',
    'The trade commission imposed tariffs of 25 percent on steel from Ostmark.',
    'Steel from Ostmark is now subject to tariffs of 25%, the trade commission decided.',
  ],
  [
    'same',
    'Pharma group Belvia stopped the trial of its heart drug Cordal.',
    'Belvia has halted the trial of Cordal, its drug for heart failure.',
  ],
  [
    'same',
    'Astrena postponed the maiden flight of its Heron capsule to October.',
    'The maiden flight of Astrena’s Heron capsule has been delayed until October.',
  ],
  [
    'same',
    'Quantix cut 1,500 jobs at its plant in Lorran.',
    'At its plant in Lorran, Quantix has eliminated 1,500 jobs.',
  ],
  [
    'same',
    'Die Arzneimittelbehörde hat den Impfstoff Lumivax für Kinder zugelassen.',
    'Der Impfstoff Lumivax wurde von der Arzneimittelbehörde für Kinder freigegeben.',
  ],
  ['same', 'Der Chiphersteller Quantix streicht in Lorran 1.500 Stellen.', 'Quantix baut in Lorran 1500 Stellen ab.'],
  [
    'same',
    'Astrena verschob den Erstflug der Kapsel Heron auf Oktober.',
    'Der Erstflug der Kapsel Heron von Astrena verzögert sich bis Oktober.',
  ],
  [
    'same',
    'Die Handelskommission verhängte Zölle von 25 Prozent auf Stahl aus Ostmark.',
    'Auf Stahl aus Ostmark gelten nach einem Beschluss der Handelskommission Zölle von 25 Prozent.',
  ],
  // Another figure, date or name.
  [
    'contradicts',
    'Quantix will invest 3.2 billion dollars in a chip factory in Lorran.',
    'Quantix will invest 2.4 billion dollars in a chip factory in Lorran.',
  ],
  [
    'contradicts',
    'The trade commission imposed tariffs of 25 percent on steel from Ostmark.',
    'The trade commission imposed tariffs of 15 percent on steel from Ostmark.',
  ],
  ['contradicts', 'The Heron capsule will fly on 4 October 2026.', 'The Heron capsule will fly on 12 November 2026.'],
  [
    'contradicts',
    'The trial of Cordal enrolled 2,400 patients.',
    'Only 1,800 patients were enrolled in the trial of Cordal.',
  ],
  ['contradicts', 'Belvia named Ruth Lindqvist head of research.', 'Belvia named Omar Haddad head of research.'],
  [
    'contradicts',
    'Bei dem Brand im Werk Lorran wurden sieben Menschen verletzt.',
    'Bei dem Brand im Werk Lorran wurden zwölf Menschen verletzt.',
  ],
  ['contradicts', 'Die Kapsel Heron startet am 4. Oktober 2026.', 'Die Kapsel Heron startet am 12. November 2026.'],
  // Reversals.
  [
    'contradicts',
    'The medicines agency approved Lumivax for children.',
    'The medicines agency refused to approve Lumivax for children.',
  ],
  [
    'contradicts',
    'Belvia stopped the trial of its heart drug Cordal.',
    'Belvia has restarted the trial of its heart drug Cordal.',
  ],
  [
    'contradicts',
    'The trade commission imposed tariffs on steel from Ostmark.',
    'The trade commission has lifted the tariffs on steel from Ostmark.',
  ],
  [
    'contradicts',
    'Quantix will build a chip factory in Lorran.',
    'Quantix has scrapped its plan to build a chip factory in Lorran.',
  ],
  [
    'contradicts',
    'Astrena will launch the Heron capsule in October.',
    'Astrena has delayed the launch of the Heron capsule.',
  ],
  ['contradicts', 'Chip exports to Ostmark rose in May.', 'Chip exports to Ostmark fell in May.'],
  [
    'contradicts',
    'Die Arzneimittelbehörde hat Lumivax für Kinder zugelassen.',
    'Die Arzneimittelbehörde hat die Zulassung von Lumivax für Kinder widerrufen.',
  ],
  [
    'contradicts',
    'Belvia bricht die Studie mit dem Herzmittel Cordal ab.',
    'Belvia setzt die Studie mit dem Herzmittel Cordal fort.',
  ],
  ['contradicts', 'Der Bundesrat hat dem Chipgesetz zugestimmt.', 'Der Bundesrat hat dem Chipgesetz nicht zugestimmt.'],
  // Similar, but about something else.
  [
    null,
    'The medicines agency approved Lumivax for children.',
    'The medicines agency approved the asthma spray Respiro.',
  ],
  [
    null,
    'The medicines agency approved Lumivax for children.',
    'The medicines agency rejected the asthma spray Respiro.',
  ],
  [
    null,
    'Quantix will invest 3.2 billion dollars in a chip factory in Lorran.',
    'Rival Sembra will invest 1.1 billion dollars in a chip factory in Calda.',
  ],
  [null, 'Sales of Belvia rose by 8 percent in 2024.', 'Sales of Belvia rose by 3 percent in 2025.'],
  [
    null,
    'Astrena launched its Kestrel rocket from the Varda spaceport.',
    'Astrena delayed the launch of its Heron capsule.',
  ],
  [
    null,
    'The trade commission imposed tariffs on steel from Ostmark.',
    'Ostmark lifted its tariffs on farm machinery.',
  ],
  [null, 'Unions oppose the chip factory in Lorran.', 'The parliament of Lorran backed the chip factory.'],
  [null, 'Quantix shares fell by 6 percent on Monday.', 'Quantix profit fell by 12 percent in the third quarter.'],
  [
    null,
    'Belvia bought the laboratory Senova for 700 million dollars.',
    'Belvia sold its laboratory in Calda for 90 million dollars.',
  ],
  [
    null,
    'Die Arzneimittelbehörde hat Lumivax für Kinder zugelassen.',
    'Die Arzneimittelbehörde warnt vor gefälschten Packungen von Respiro.',
  ],
  [
    null,
    'Der Umsatz von Quantix stieg im ersten Quartal um 4 Prozent.',
    'Der Umsatz von Quantix stieg im zweiten Quartal um 9 Prozent.',
  ],
  [null, 'Der Chiphersteller Quantix streicht in Lorran 1.500 Stellen.', 'Quantix schafft in Calda 600 Stellen.'],
  [
    null,
    'Die Handelskommission verhängte Zölle auf Stahl aus Ostmark.',
    'Die Gewerkschaft lehnt Zölle auf Stahl aus Ostmark ab.',
  ],
  [null, 'The Heron capsule returned with four astronauts.', 'The Varda spaceport employs 340 people.'],
];
