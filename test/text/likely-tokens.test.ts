import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likelyTokens } from '../../core/text/likely-tokens.ts';

/**
 * The highest count of six tokenizers for each text: o200k, cl100k, Gemma 3, Llama 3, Qwen 3 and DeepSeek V3. They were
 * counted once. The texts are from the Universal Declaration of Human Rights, or invented.
 */
const MEASURED: readonly (readonly [kind: string, text: string, mostTokens: number])[] = [
  [
    'English',
    'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience.',
    21,
  ],
  [
    'German',
    ' Wichtigkeit für die volle Erfüllung dieser Verpflichtung ist, verkündet die Generalversammlung diese Allgemeine Erkläru',
    34,
  ],
  [
    'Finnish',
    'OUS antaa TÄMÄN IHMISOIKEUKSIEN YLEISMAAILMALLISEN JULISTUKSEN kaikkien kansojen ja kaikkien kansakuntien tavoiteltavaks',
    50,
  ],
  [
    'Russian',
    ', провозглашает настоящую Всеобщую декларацию прав человека в качестве задачи, к выполнению которой должны стремиться вс',
    51,
  ],
  [
    'Greek',
    'ό των δικαιωμάτων του ανθρώπου και των θεμελιακών ελευθεριών σε όλο τον κόσμο. Επειδή η ταυτότητα αντιλήψεων ως προς τα ',
    106,
  ],
  [
    'Hebrew',
    'יהם לנהוג איש ברעהו ברוח של אחוה. סעיף ב. כל אדם זכאי לזכויות ולחרויות שנקבעו בהכרזה זו ללא הפליה כלשהיא מטעמי גזע, צבע,',
    117,
  ],
  [
    'Arabic',
    'افة الحقوق والحريات الواردة في هذا الإعلان، دون أي تمييز، كالتمييز بسبب العنصر أو اللون أو الجنس أو اللغة أو الدين أو ال',
    81,
  ],
  [
    'Hindi',
    ' प्रत्येक भाग इस घोषणा को लगातार दृष्टि में रखते हुए अध्यापन और शिक्षा के द्वारा यह प्रयत्न करेगा कि इन अधिकारों और आज़ाद',
    121,
  ],
  [
    'Thai',
    ' ในอันที่จะส่งเสริมการเคารพสิทธิและอิสรภาพเหล่านี้ และด้วยมาตรการอันก้าวหน้าทั้งในประเทศและระหว่างประเทศ ในอันที่จะให้มี',
    110,
  ],
  [
    'Georgian',
    ' გენერალური ასამბლეა აცხადებს ამ ადამიანის უფლებათა საყოველთაო დეკლარაციას ისეთ ამოცანად, რომლის შესრულებას უნდა ესწრაფვ',
    225,
  ],
  [
    'Armenian',
    'բոլոր ժողովուրդներին ու ազգերին, որպեսզի յուրաքանչյուր անհատ և հասարակության յուրաքանչյուր մարմին, մտքում մշտապես ունենա',
    225,
  ],
  [
    'Amharic',
    'ገገው፡ቅጣት፡ይበልጥ፡አይፈረድበትም። አንቀጽ፡፲፪፤ ማንም፡ሰው፡በግል፡ኑሮው፡በቤተሰቡ፡ውስጥ፡በቤቱ፡ወይም፡በሚጻጻፈው፡ደብዳቤ፡በፍርድ፡ያልተለየ፡ጣልቃ፡ገብነት፡ወይም፡ክብሩን፡የሚነካና፡ስሙን፡የሚያጎ',
    354,
  ],
  [
    'Chinese',
    '和基本的社会单元,并应受社会和国家的保护。 第十七条 人人得有单独的财产所有权以及同他人合有的所有权。 任何人的财产不得任意剥夺。 第十八条 人人有思想、良心和宗教自由的权利;此项权利包括改变他的宗教或信仰的自由,以及单独或集体、公开或秘密',
    137,
  ],
  [
    'Japanese',
    ' 犯罪の訴追を受けた者は、すべて、自己の弁護に必要なすべての保障を与えられた公開の裁判において法律に従って有罪の立証があるまでは、無罪と推定される権利を有する。 何人も、実行の時に国内法又は国際法により犯罪を構成しなかった作為又は不作為のた',
    149,
  ],
  [
    'Korean',
    '한 기본적 권리를 침해하는 행위에 대하여 권한있는 국내법정에서 실효성 있는 구제를 받을 권리를 가진다. 제 9 조 어느 누구도 자의적으로 체포, 구금 또는 추방되지 아니한다. 제 10 조 모든 사람은 자신의 권리, ',
    112,
  ],
  [
    'Vietnamese',
    'ức thống nhất về những quyền và tự do đó của con người là yếu tố quan trọng nhất cho việc thực hiện đ',
    79,
  ],
  [
    'TypeScript',
    'export function sumHolds(bounds: readonly Bound[]): number {\n  let total = 0n;\n  for (const bound of bounds) total += BigInt(bound.micro);\n  return Number(total);\n}\n',
    50,
  ],
  [
    'JSON',
    '{"id":"4f1c","items":[{"n":1,"price":19.99,"tags":["a","b"]},{"n":2,"price":0.5,"tags":[]}],"ok":true}',
    48,
  ],
  [
    'numbers',
    '3.14159,2.71828,1.41421,1.61803,0.57721,2.50290,4.66920\n3.14159,2.71828,1.41421,1.61803,0.57721,2.50290,4.66920\n',
    112,
  ],
  [
    'base64',
    'DZcmsD/JWOJxAIoZozK8S9Vk7n0MliWvPshX4XD6iRiiMbtK1GPtfAuVJK49x1bgb/mIF6EwuknTYux7CpQjrTzGVd9u+IcWoC+5SNJh63oJkyKsO8VU3m33',
    92,
  ],
  [
    'hexadecimal',
    '0d9726b03fc958e271008a19a332bc4bd564ee7d0c9625af3ec857e170fa8918a231bb4ad463ed7c0b9524ae3dc756e06ff98817a130ba49d362ec7b',
    105,
  ],
  ['emoji', '🎉🚀👩‍💻🔥✨🍕🌍🎨🧪📚🛰️🪐🧬', 43],
  [
    'a table',
    '| name | tokens | share |\n|------|-------:|------:|\n| a    |  1,024 | 12.5 % |\n| b    |    512 |  6.3 % |\n',
    52,
  ],
];

describe('likelyTokens', () => {
  it.each(MEASURED)('is not below the count of any tokenizer: %s', (_kind, text, mostTokens) => {
    // The hold also counts the 8 tokens around a message.
    expect(likelyTokens(text) + 8).toBeGreaterThanOrEqual(mostTokens);
    expect(likelyTokens(text)).toBeLessThanOrEqual(4 * mostTokens);
  });

  it('of English is at most half of its bytes', () => {
    const text = 'Assay asks many models the same question and lets others compare their answers. '.repeat(
      50,
    );
    expect(likelyTokens(text)).toBeLessThan(Buffer.byteLength(text) / 2);
  });

  it('never falls by more than a token as a text grows, and is a whole number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        const whole = likelyTokens(one + other);
        expect(Number.isSafeInteger(whole)).toBe(true);
        expect(whole).toBeGreaterThanOrEqual(likelyTokens(one) - 1);
      }),
    );
  });

  it('of nothing is nothing', () => {
    expect(likelyTokens('')).toBe(0);
  });
});
