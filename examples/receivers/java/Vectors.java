import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;

/**
 * Judges the vectors on standard input with the receiver's `verify`. ../testing/vector-lines.ts describes
 * the form of a line.
 */
public final class Vectors {
  private static final List<String> NAMES =
      List.of("x-signature", "webhook-id", "webhook-timestamp", "webhook-signature");

  public static void main(String[] args) throws IOException, GeneralSecurityException {
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      System.out.println(isGenuine(line.split(" ")) ? "genuine" : "refused");
    }
  }

  private static boolean isGenuine(String[] fields) throws GeneralSecurityException {
    var headers = new HashMap<String, String>();
    for (int i = 0; i < NAMES.size(); i++) {
      if (!fields[4 + i].equals("-")) headers.put(NAMES.get(i), new String(decode(fields[4 + i]), UTF_8));
    }
    var given = fields[2].equals("-") ? new String[0] : fields[2].split(",");
    var secrets = Arrays.stream(given).map(secret -> new String(decode(secret), UTF_8)).toList();
    var body = decode(fields[3]);
    try {
      return Receiver.verify(body, headers.get("x-signature"), secrets)
          && (fields[1].equals("0") || Replay.isRecent(body, headers, secrets, Long.parseLong(fields[0])));
    } catch (IllegalArgumentException error) {
      return false;
    }
  }

  private static byte[] decode(String field) {
    return Base64.getDecoder().decode(field.substring(1));
  }
}
