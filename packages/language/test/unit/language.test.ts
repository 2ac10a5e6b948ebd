import { detectLanguage } from '@plumbline/language/detection';
import { describe, expect, it } from 'vitest';

describe('detectLanguage', () => {
  it.each([
    ['How do I set a proxy?', 'en'],
    ['What is the default keep-alive timeout of the client?', 'en'],
    ['Which pools are there and why?', 'en'],
    ['Wie hoch ist der Grenzwert?', 'de'],
    ['Welche Fristen gelten für eine Kündigung in der Probezeit?', 'de'],
    ['Was macht keepAliveTimeout im Client?', 'de'],
    ['Quel est le délai par défaut du client ?', 'fr'],
    ['默认的重试延迟是多少毫秒?', 'zh'],
    ['ランプは何時間燃えますか?', 'ja'],
    ['램프는 몇 시간 동안 타나요?', 'ko'],
    ['كم ساعة يضيء المصباح؟', 'ar'],
    ['Πόσο καίει;', 'el'],
    ['Wat is de standaard wachttijd van de server?', 'nl'],
  ])('recognises the language of "%s" as %s', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each(['', '123', '§ 5', '😀', 'undici proxy', 'queue message log limit', 'la pompe du port'])(
    'names no language for "%s"',
    (text) => {
      expect(detectLanguage(text)).toBe('und');
    },
  );
});
