import { coveredElsewhere } from '../covered.ts';

coveredElsewhere([
  [
    96,
    'a file that is gone',
    'test/http/providers/key-files.slow.test.ts',
    'stay as they are where the file is gone, and are never logged',
  ],
  [
    96,
    'a worker that is replaced meanwhile',
    'test/process/fleet/reload-workers.slow.test.ts',
    'brings a key from a file to both, and to who takes a dead one’s place though the file is gone',
  ],
]);
