import { coveredElsewhere } from '../covered.ts';

coveredElsewhere([
  [
    97,
    'no connection, and no thread',
    'test/process/open-files.slow.test.ts',
    'says that too few files may be open, and blames no provider where there are none left',
  ],
]);
