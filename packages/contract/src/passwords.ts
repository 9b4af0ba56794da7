/**
 * NIST SP 800-63B §5.1.1.2 asks for at least 8 characters and no rules of composition; we ask for
 * 10.
 */
export const PASSWORD_MIN_LENGTH = 10;
/**
 * Long enough for every password manager, and short enough that nobody can use hashing to keep our
 * processors busy.
 */
export const PASSWORD_MAX_LENGTH = 200;
