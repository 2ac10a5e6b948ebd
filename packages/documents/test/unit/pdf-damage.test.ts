import { describe, expect, it } from 'vitest';
import { isDamaged } from '../../pdf/pdf-reading.ts';

const PROSE: Readonly<Record<string, string>> = {
  German:
    'Der Wärter zündet die Lampe jeden Abend an, bevor die Flut kommt. Er trägt die Stunde in das Buch ein und prüft den Docht. Wenn Nebel aufzieht, läutet er die Glocke, bis kein Schiff mehr zu sehen ist. Das Öl wird am ersten Tag des Monats gewechselt.',
  English:
    'The keeper lights the lamp every evening before the tide turns. He writes the hour into the book and checks the wick. When fog comes up he rings the bell until no ship can be seen. The oil is changed on the first day of the month.',
  French:
    'Le gardien allume la lampe chaque soir avant la marée. Il inscrit l’heure dans le livre et vérifie la mèche. Quand le brouillard se lève, il sonne la cloche jusqu’à ce qu’aucun navire ne soit visible. L’huile est changée le premier jour.',
  Polish:
    'Latarnik zapala lampę każdego wieczoru przed przypływem. Wpisuje godzinę do księgi i sprawdza knot. Gdy nadchodzi mgła, dzwoni dzwonem, dopóki żaden statek nie jest widoczny. Olej wymienia się pierwszego dnia miesiąca, rano i bez zwłoki.',
  Finnish:
    'Vartija sytyttää lampun joka ilta ennen vuorovettä. Hän kirjoittaa tunnin kirjaan ja tarkistaa sydämen. Kun sumu nousee, hän soittaa kelloa, kunnes yhtään laivaa ei näy. Öljy vaihdetaan kuukauden ensimmäisenä päivänä aamulla.',
  Turkish:
    'Bekçi her akşam gelgitten önce lambayı yakar. Saati deftere yazar ve fitili denetler. Sis çıktığında hiçbir gemi görünmeyene kadar çanı çalar. Yağ ayın ilk günü değiştirilir ve eski yağ kaptana verilir, o da limana götürür onu.',
};
const OTHERS: Readonly<Record<string, string>> = {
  Russian:
    'Смотритель зажигает лампу каждый вечер перед приливом. Он записывает час в книгу и проверяет фитиль. Когда поднимается туман, он звонит в колокол, пока не скроется последний корабль. Масло меняют в первый день месяца, рано утром, без опозданий.',
  Greek:
    'Ο φύλακας ανάβει τη λάμπα κάθε βράδυ πριν από την παλίρροια. Γράφει την ώρα στο βιβλίο και ελέγχει το φυτίλι. Όταν έρχεται ομίχλη χτυπά την καμπάνα ώσπου να μη φαίνεται κανένα πλοίο. Το λάδι αλλάζει την πρώτη ημέρα του μήνα.',
  'Irish, which the detector does not know':
    'Lasann an coimeádaí an lampa gach tráthnóna sula n-iompaíonn an taoide. Scríobhann sé an uair sa leabhar agus seiceálann sé an buaiceas. Nuair a thagann ceo buaileann sé an clog go dtí nach bhfuil aon long le feiceáil ar an bhfarraige.',
  'Zulu, which the detector does not know':
    'Umgcini uvutha isibani njalo kusihlwa ngaphambi kokuphenduka kolwandle. Ubhala ihora encwadini futhi ahlole intambo. Uma kufika inkungu ushaya insimbi kuze kungabonakali mkhumbi. Uwoyela uyashintshwa ngosuku lokuqala lwenyanga yonke.',
  'program code':
    'function lightLamp(hours, wickLength) { const oil = tank.read(); if (oil < MIN_LEVEL) throw new Error("no oil"); for (let i = 0; i < hours; i++) { burn(oil, wickLength / 2); log.write(i, oil); } return oil; } export default lightLamp; import fs from "node:fs"; const settings = JSON.parse(fs.readFileSync("settings.json"));',
  'short forms of a form':
    'Name: ....... Vorname: ...... Geb.-Dat.: .... Str., Nr.: .... PLZ/Ort: .... Tel.: .... IBAN: .... BIC: .... ja nein lfd. Nr. Betrag EUR mtl. netto brutto Unterschr. Datum Bem. Abt. Tel. Fax vgl. Nr. 3 gem. Abs. 2 Anl. 7 Bl. 4 Zust. Geschäftsz. Az. Eing.-St. Bearb. Kto.-Inh. Verw.-Zw. Gläub.-ID Mand.-Ref. Ausf. Empf. Betr. Anw. Vertr. Ges.',
  'names of firms and laws':
    'Müller GmbH & Co. KG, Schmidt AG, BMW, VW, RWE, BASF SE, DHL, HHLA, KfW, DZ BANK, LBBW, BGBl., BMJ, BMF, BMUV, BfS, BAuA, DGUV, StGB, StPO, ZPO, BGB, HGB, GmbHG, AktG, InsO, VwGO, SGB, AO, EStG, UStG, KStG, GewStG, BetrVG, KSchG, TzBfG, ArbZG, MiLoG, BImSchG, WHG, KrWG, AtG, StrlSchG, ChemG, GefStoffV, TRGS, LuftVG',
  'a table of numbers': Array.from({ length: 120 }, (_, row) => `${row},${row * 7} kWh ${row * 13} m² t/a`).join('\n'),
  'marks of a test': Array.from({ length: 400 }, (_, row) => `${row} ${'ABCDE'[row % 5]}`).join(' '),
  'a sequence of genes': 'gatcctccat atacaacggt atctccacct caggtttaga tctcaacaac ggaaccattg ccgacatgag '.repeat(6),
};

const shift = (text: string, by: number) =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter === letter.toLowerCase() ? 97 : 65;
    return String.fromCharCode(first + ((letter.charCodeAt(0) - first + by) % 26));
  });
/** As a font without a map of its characters gives them. */
const asGlyphs = (text: string) =>
  text.replaceAll(/\S/g, (letter) => String.fromCharCode(Math.max(33, letter.charCodeAt(0) - 29)));

describe('isDamaged', () => {
  it.each(Object.entries({ ...PROSE, ...OTHERS }))('accepts %s', (_, text) => {
    expect(isDamaged(`${text} ${text}`)).toBe(false);
  });

  it.each(Object.entries(PROSE))('recognises %s with exchanged letters', (_, text) => {
    expect([3, 5, 11].map((by) => isDamaged(shift(`${text} ${text}`, by)))).toEqual([true, true, true]);
    expect(isDamaged(asGlyphs(`${text} ${text}`))).toBe(true);
  });

  it.each(Object.entries(PROSE))('recognises %s with broken words', (_, text) => {
    expect(isDamaged(`${text}${text}`.replaceAll(' ', '').replaceAll(/./gu, '$& '))).toBe(true);
    expect(isDamaged(`${text} ${text}`.replaceAll(/(\p{L}{2})(?=\p{L})/gu, '$1 '))).toBe(true);
  });

  it.each([
    ['private use', '\uE001\uE002\uE003 '],
    ['replacement characters', '\uFFFD\uFFFD \uFFFD'],
    ['control characters', '\u0001\u0002 \u0003'],
  ])('recognises characters of %s instead of letters', (_, characters) => {
    expect(isDamaged(characters.repeat(150))).toBe(true);
  });

  it('does not judge a few words, or a script without letters', () => {
    expect(isDamaged('Odps uxohv')).toBeNull();
    expect(isDamaged('番人は毎晩、潮が満ちる前にランプに火をともす。'.repeat(20))).toBeNull();
  });
});
