/** Where the files of a run are, if the machine has room for them in memory. */
export const MEMORY = '/dev/shm';
