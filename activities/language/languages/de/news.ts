import type { NewsWords } from '../words/news-words.ts';

const SAID = String.raw`(?:aussagen?|berichte?|meldung(?:en)?|mitteilung(?:en)?|angaben?|artikel|zahlen?|darstellung(?:en)?|behauptung(?:en)?)`;

/** German words of the news. */
export const deNews: NewsWords = {
  opinionPaths: 'meinung(?:en)?|kommentare?|leitartikel|kolumnen?|gastbeitr(?:ag|aege)',
  opinionTitles: 'meinung|kommentar|leitartikel|kolumne|gastbeitrag|glosse',
  opinionTitleEnds: 'meinung|kommentar|kolumne',
  opinions: String.raw`ich|wir (?:glauben|denken|meinen|hoffen)|meiner (?:meinung|ansicht) nach|unserer (?:meinung|ansicht) nach|sollten?|müssten?|wäre|leider|hoffentlich|zum glück|erfreulicherweise|bedauerlicherweise|skandal(?:ös)?|schande|unsinn|katastrophal|inakzeptabel|schlimmste[nrs]?|hofft|hoffen|glaubt|zweifellos|gespannt|höchste zeit|scheint|scheinen|findet, dass|kritiker sagen`,
  forecasts: String.raw`könnten?|dürften?|voraussichtlich|vermutlich|wahrscheinlich|möglicherweise|womöglich|vielleicht|rechnet|rechnen mit|erwarte[nt]|prognostiziert|warnt|droht|drohen`,
  drifts: String.raw`(?:wird|werden)\s(?:[^.;]{0,60}\s)?(?:steigen|sinken|wachsen|fallen|zunehmen|abnehmen|bleiben|erreichen)`,
  advice: String.raw`abonnieren|lesen sie|jetzt anmelden|melden sie sich|klicken|folgen sie|fragen und antworten|ihre?[nmrs]?(?=\s+(?:vertrag|daten))`,
  decided: String.raw`kündigte|angekündigt|kündigt|beschloss|beschlossen|beschließt|beschlossene?|entschied|entschieden|urteilte|plant`,
  newsDeeds: String.raw`ge\p{L}{2,}(?:t|en)|(?:hat|haben|hatte|hatten|wurden?|ist|sind|war|waren)\s(?:[^.;]{0,120}\s)?(?:\p{L}{0,8}ge\p{L}{2,}(?:t|en)|(?:be|ver|er|ent|zer|wider|unter|über)\p{L}{2,}(?:t|en)|\p{L}{3,}iert)|(?:be|ver|er|ent|zer)\p{L}{2,}ten?|\p{L}{3,}ierten?|stieg|sank|fiel|fielen|sanken|stiegen|begann|schloss|gab|gaben|nahm|nahmen|legte|erhielt|erhielten|lag|ging|gingen|kam|kamen|verlor|gewann|hob|trat|zog|zogen|verbot|verschob|wies|brach|rief|schrieb|fand|traf|trafen|brachte|teilte`,
  views: 'schlüssel z|frage de[rs]',
  timeOpenings: '(?:diese[rsn]?) (?:woche|monat|jahr)',
  retractions: [
    String.raw`(?:korrigier\p{L}*|berichtig\p{L}*|widerr[ui]e?f\p{L}*)\s+(?:\p{L}+\s+){0,4}${SAID}`,
    String.raw`${SAID}\s+(?:[^.;]{0,60}\s)?(?:korrigiert|berichtigt|widerrufen|zurückgezogen|zurückgenommen)`,
    String.raw`(?:zieht|zog|zogen|nimmt|nahm)\s+(?:[^.;]{0,40}\s)?${SAID}\s+(?:[^.;]{0,60}\s)?zurück`,
    String.raw`in\s+einer\s+früheren\s+(?:version|fassung)`,
  ],
  correctionTitles: 'korrektur|berichtigung|richtigstellung',
  decisiveWords: String.raw`nicht|nie|niemals|ohne|keine?[mnrs]?|un(?=\p{L})`,
};
