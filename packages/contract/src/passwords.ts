/**
 * NIST SP 800-63B §5.1.1.2 asks for at least 8 characters and no rules of composition; we ask for
 * 10.
 */
export const PASSWORD_MIN_LENGTH = 10;
/**
 * Long enough for every password manager, short enough that hashing cannot be used to burn our
 * processors.
 */
export const PASSWORD_MAX_LENGTH = 200;
