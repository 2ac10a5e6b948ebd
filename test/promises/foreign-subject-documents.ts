/** Short orders of a town, as a law is written. */
export const TOWN_ORDERS: Readonly<Record<string, string>> = {
  'marktordnung.md': `# Marktordnung der Stadt Brunnau

## § 1 Markttage

Der Wochenmarkt findet mittwochs und samstags auf dem Rathausplatz statt. Fällt ein Markttag auf einen gesetzlichen Feiertag, so wird der Markt am vorhergehenden Werktag abgehalten.

## § 2 Verkaufszeiten

(1) Die Verkaufszeit beginnt um 7 Uhr und endet um 13 Uhr.

(2) Die Stände dürfen frühestens zwei Stunden vor Beginn der Verkaufszeit aufgebaut werden. Sie sind spätestens eine Stunde nach deren Ende abzubauen.

## § 3 Standgebühr

Die Standgebühr beträgt 4 Euro je laufendem Meter und Markttag. Für Erzeuger, die nur eigene Waren verkaufen, ermäßigt sie sich auf 3 Euro.

## § 4 Hunde

Hunde sind auf dem Marktgelände an der Leine zu führen. Die Leine darf nicht länger als 1,5 Meter sein.
`,
  'buechereisatzung.md': `# Satzung der Stadtbücherei

## § 1 Ausweis

Die Ausleihe ist nur mit einem gültigen Büchereiausweis zulässig. Der Ausweis gilt zwölf Monate und kann auf Antrag verlängert werden.

## § 2 Leihfrist

(1) Die Leihfrist für Bücher beträgt vier Wochen, für Zeitschriften und Filme zwei Wochen.

(2) Die Leihfrist kann höchstens zweimal verlängert werden, sofern keine Vorbestellung vorliegt.

## § 3 Versäumnisgebühr

Wird die Leihfrist überschritten, so ist für jedes Medium und jede angefangene Woche eine Versäumnisgebühr von 50 Cent zu entrichten.

## § 4 Haftung

Wer ein Medium verliert oder beschädigt, hat den Wiederbeschaffungswert zu ersetzen.
`,
  'kleingartenordnung.md': `# Kleingartenordnung

## § 1 Laube

Die Grundfläche der Laube darf 24 Quadratmeter nicht überschreiten. Eine dauernde Wohnnutzung ist unzulässig.

## § 2 Hecken

Hecken an den Wegen dürfen nicht höher als 1,25 Meter sein. Zwischen dem 1. März und dem 30. September sind nur schonende Formschnitte erlaubt.

## § 3 Ruhezeiten

Motorgetriebene Geräte dürfen werktags zwischen 13 Uhr und 15 Uhr sowie nach 20 Uhr nicht benutzt werden.

## § 4 Kündigung

Der Pachtvertrag kann mit einer Frist von drei Monaten zum Ende des Pachtjahres gekündigt werden.
`,
};

/** Articles as an encyclopedia has them, in two languages. */
export const ARTICLES: Readonly<Record<string, string>> = {
  'lighthouse.md': `# Lighthouses

A lighthouse is a tower with a lamp that marks a coast or a shoal for ships. Before electricity, keepers burned rapeseed oil and later paraffin.

## Lenses

The stepped lens was introduced by Augustin Fresnel in 1822. It gathers the light of a small flame into a beam that can be seen from more than 30 kilometres away.

## Characteristics

Every lighthouse has a rhythm of flashes of its own, so that a navigator can tell it from its neighbours. The list of lights names the period in seconds.

## Keepers

Most lighthouses were automated between 1960 and 1998. A keeper wound the clockwork that turned the lens every four hours.
`,
  'honey-bee.md': `# Honey bee

The honey bee lives in colonies of a queen, some hundred drones and up to 60,000 workers.

## Development

A worker bee hatches 21 days after the egg was laid, a queen after 16 days. In summer a worker lives for about six weeks.

## Waggle dance

With the waggle dance a bee tells its sisters the direction and the distance of a source of nectar. Karl von Frisch described the dance in 1927.

## Winter

In winter the colony gathers in a cluster and keeps its centre at about 25 degrees Celsius. It eats some 15 kilograms of honey until spring.
`,
  'salz.md': `# Speisesalz

Speisesalz besteht zum größten Teil aus Natriumchlorid. Es wird in Bergwerken abgebaut, aus Sole gesiedet oder aus Meerwasser gewonnen.

## Gewinnung

In Salinen wird Sole in flachen Pfannen erhitzt, bis das Wasser verdunstet. Im Mittelalter verbrauchte eine Saline jährlich den Holzertrag ganzer Wälder.

## Handel

Die Alte Salzstraße verband Lüneburg mit Lübeck. Ein Fuhrwerk brauchte für die Strecke von rund 100 Kilometern etwa zwanzig Tage.

## Verbrauch

Ein Erwachsener sollte nicht mehr als sechs Gramm Salz am Tag zu sich nehmen.
`,
  'glas.md': `# Glas

Glas wird aus Quarzsand, Soda und Kalk geschmolzen. Die Schmelze erreicht eine Temperatur von etwa 1500 Grad Celsius.

## Geschichte

Die Glasmacherpfeife wurde im ersten Jahrhundert vor Christus in Syrien erfunden. Auf der Insel Murano durften die Meister ihr Handwerk bei Strafe nicht verraten.

## Flachglas

Beim Floatverfahren fließt die Schmelze auf ein Bad aus flüssigem Zinn. Das Verfahren stellte Alastair Pilkington 1959 vor.

## Wiederverwertung

Altglas senkt den Energiebedarf der Schmelze: Je zehn Prozent Scherben sparen etwa drei Prozent Energie.
`,
};

/** The manual of a household appliance. */
export const MANUAL: Readonly<Record<string, string>> = {
  'manual.md': `# Dehumidifier DH-20: user manual

## Safety

Never operate the dehumidifier in a bathroom within one metre of the tub. Pull the plug before you clean the appliance.

## Installation

Leave at least 30 centimetres between the air outlet and the wall. Let the appliance stand upright for two hours before you switch it on for the first time.

## Operation

Press the humidity key to choose the target humidity between 40 and 70 percent. The fan keeps running for three minutes after the target is reached.

### Timer

Hold the timer key for two seconds to set a delay of one to 24 hours.

## Water tank

The tank holds 4.5 litres. When it is full, the compressor stops and the red lamp flashes. Rinse the tank with clear water once a week.

### Continuous drainage

Connect a hose with an inner diameter of 12 millimetres to the drain outlet. The hose must slope downwards along its whole length.

## Cleaning the filter

Wash the air filter every two weeks in lukewarm water below 40 degrees. Let it dry completely before you put it back.

## Troubleshooting

| Code | Meaning | Remedy |
| --- | --- | --- |
| E1 | The humidity sensor is faulty | Call the customer service |
| E3 | The coil is frozen | Switch the appliance off for one hour |

## Technical data

The rated power is 320 watts. The noise level is 42 decibels. The appliance weighs 12 kilograms.

## Warranty

The warranty for the dehumidifier is three years from the date of purchase. It does not cover the filter.
`,
};
