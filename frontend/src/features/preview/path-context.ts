import { createContext } from 'react';

/** The document that is being read: steps are ticked off in it. */
export const PathContext = createContext('');
