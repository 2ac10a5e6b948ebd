import type { StatementPair } from './statement-pairs.ts';

/** Longer sentences, and what tempts to see a reversal where there is none: politics, justice, health services. */
export const LONGER_PAIRS: readonly StatementPair[] = [
  [
    'same',
    'The Supreme Court of Calda on Thursday struck down the emergency law, ruling that parliament had exceeded its powers.',
    'Calda’s Supreme Court has struck down the emergency law because parliament exceeded its powers.',
  ],
  [
    'same',
    'Prime Minister Elin Sand resigned on Sunday after the coalition collapsed over the pension reform.',
    'After the collapse of the coalition over the pension reform, Prime Minister Elin Sand stepped down.',
  ],
  [
    'same',
    'The health service of Lorran will close three hospitals in the north by the end of 2027, according to a plan published on Monday.',
    'Three hospitals in the north will be closed by the end of 2027, the health service of Lorran said.',
  ],
  [
    'same',
    'Das Parlament in Calda hat die Rentenreform mit 212 zu 180 Stimmen verabschiedet.',
    'Mit 212 zu 180 Stimmen billigte das Parlament in Calda am Abend die Rentenreform.',
  ],
  [
    'same',
    'Police in Varda arrested eleven people over the attack on the water works.',
    'Eleven people were arrested by police in Varda over the attack on the water works, officials said.',
  ],
  [
    'contradicts',
    'The parliament of Calda passed the pension reform law with 212 votes on Friday evening.',
    'The parliament of Calda rejected the pension reform law on Friday evening.',
  ],
  [
    'contradicts',
    'Police in Varda arrested eleven people over the attack on the water works.',
    'Police in Varda arrested seven people over the attack on the water works.',
  ],
  [
    'contradicts',
    'The government of Lorran will introduce a tax on sugar, the finance ministry said on Tuesday.',
    'The government of Lorran has abandoned the tax on sugar, the finance ministry said.',
  ],
  [
    'contradicts',
    'The prosecutor confirmed that the minister is under investigation.',
    'The prosecutor denied that the minister is under investigation.',
  ],
  [
    'contradicts',
    'Das Parlament in Calda hat die Rentenreform verabschiedet.',
    'Das Parlament in Calda hat die Rentenreform abgelehnt.',
  ],
  [
    'contradicts',
    'Das Verfassungsgericht hob das Notstandsgesetz auf.',
    'Das Verfassungsgericht hat das Notstandsgesetz bestätigt.',
  ],
  ['contradicts', 'The election will be held on 14 June 2026.', 'The election will be held on 6 September 2026.'],
  [
    null,
    'The parliament of Calda passed the pension reform law on Friday.',
    'The parliament of Calda rejected an amendment to the tax law on Friday.',
  ],
  [
    null,
    'Trade unions in Calda rejected the pension reform that parliament passed on Friday.',
    'The parliament of Calda passed the pension reform on Friday.',
  ],
  [
    null,
    'The government of Lorran raised the minimum wage to 14 euros.',
    'The government of Lorran cut the tax on fuel by 14 cents.',
  ],
  [
    null,
    'The health service of Lorran opened a new hospital in Varda.',
    'The health service of Lorran closed its hospital in Calda.',
  ],
  [
    null,
    'Unemployment in Calda fell to 5.1 percent in January.',
    'Unemployment in Calda rose to 5.4 percent in February.',
  ],
  [
    null,
    'The appeals court upheld the sentence against the former mayor of Varda.',
    'The appeals court rejected the complaint of the water works of Varda.',
  ],
  [
    null,
    'Support for the government fell to 31 percent, a poll by Metrika found.',
    'Support for the opposition rose to 35 percent, a poll by Metrika found.',
  ],
  [null, 'The bill passed the lower house with 212 votes.', 'The bill was rejected by the upper house with 61 votes.'],
  [
    null,
    'Twelve people were killed when a ferry sank off Varda in 2019.',
    'Three people were killed when a ferry sank off Varda on Monday.',
  ],
  [null, 'The minister visited the flooded villages in the north.', 'The minister opened the new bridge in the north.'],
  [
    null,
    'Der Bundestag hat das Pflegegesetz verabschiedet.',
    'Der Bundestag hat den Antrag der Opposition zum Pflegegesetz abgelehnt.',
  ],
  [
    null,
    'Die Arbeitslosigkeit in Calda sank im Januar auf 5,1 Prozent.',
    'Die Arbeitslosigkeit in Calda stieg im Februar auf 5,4 Prozent.',
  ],
  [
    null,
    'Das Landgericht Varda verurteilte den früheren Bürgermeister zu drei Jahren Haft.',
    'Das Landgericht Varda wies die Klage der Wasserwerke ab.',
  ],
  [null, 'Die Regierung senkt die Steuer auf Diesel.', 'Die Regierung erhöht die Steuer auf Zucker.'],
];
