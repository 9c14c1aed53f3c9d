import { coveredElsewhere } from '../covered.ts';

coveredElsewhere([
  [
    96,
    'a file that is gone',
    'test/http/providers/key-files.slow.test.ts',
    'stay as they are where the file is gone, and are never logged',
  ],
]);
