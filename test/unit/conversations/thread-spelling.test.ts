import { describe, expect, it } from 'vitest';
import { spelledLikeThread } from '../../../activities/conversations/interpret-message.ts';

/** Written after the rule was done. */
const MESSAGES: readonly (readonly [language: string, thread: string, message: string, expected: string])[] = [
  ['en', 'The harbour lamp burns oil', 'how old is the hrabour lamp', 'how old is the harbour lamp'],
  ['en', 'Temporal workflow retries', 'how do workfolw retries end', 'how do workflow retries end'],
  ['en', 'Address of the embassy', 'is the adddress right', 'is the address right'],
  ['en', 'hotels in Copenhagen', 'museums in Copenhagn', 'museums in Copenhagen'],
  ['en', 'hotels', 'hotel', 'hotel'],
  ['en', 'The contract ends', 'contact the keeper', 'contact the keeper'],
  ['en', 'prizes', 'prices', 'prices'],
  ['en', 'The lamp', 'the lapm', 'the lapm'],
  ['en', 'insurance conditions', 'insurence conditions', 'insurence conditions'],
  ['en', 'dinner at noon', 'diners at noon', 'diners at noon'],
  ['en', 'RetryAgent', 'RetyrAgent', 'RetyrAgent'],
  ['en', '', 'hrabour lamp', 'hrabour lamp'],
  ['en', 'The lighthouse keeper', 'lighthosue keeper pay', 'lighthouse keeper pay'],
  ['en', 'burning time', 'burned time', 'burned time'],
  ['en', 'maintenance manual', 'maintenence plan', 'maintenence plan'],
  ['en', 'quality report', 'quantity report', 'quantity report'],
  ['de', 'Die Laterne der Mole', 'wie alt ist die Latenre', 'wie alt ist die Laterne'],
  ['de', 'Gewährleistung und Haftung', 'was heißt Gewährleisutng', 'was heißt Gewährleistung'],
  ['de', 'Die Hafenordnung', 'was sagt die Haffenordnung', 'was sagt die Hafenordnung'],
  ['de', 'Museen in Kopenhagen', 'Hotels in Kopenhgen', 'Hotels in Kopenhagen'],
  ['de', 'Hotels', 'Hotel', 'Hotel'],
  ['de', 'Mieter', 'Mitte', 'Mitte'],
  ['de', 'bieten', 'bitten', 'bitten'],
  ['de', 'Laternen', 'Laterne', 'Laterne'],
  ['de', 'Versicherungsbedingungen', 'Versicherugsbedingungen', 'Versicherungsbedingungen'],
  ['de', 'Häfen', 'Hafen', 'Hafen'],
  ['de', 'Kündigung', 'Kündgiung', 'Kündigung'],
  ['de', '', 'Latenre', 'Latenre'],
  ['de', 'Vermieter', 'Vermietung', 'Vermietung'],
  ['de', 'Leuchtturm', 'Leuchturm', 'Leuchtturm'],
  ['de', 'Schifffahrt', 'Schiffahrt', 'Schifffahrt'],
  ['de', 'Verordnung', 'Vorordnung', 'Vorordnung'],
];

describe('a slip of the keys', () => {
  it.each(MESSAGES)('in %s, behind "%s": "%s" – "%s"', (language, thread, message, expected) => {
    expect(spelledLikeThread(message, thread, language)).toBe(expected);
  });
});
