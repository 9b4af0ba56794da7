package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
)

var names = []string{"X-Signature", "Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"}

// Judges the vectors on standard input with the receiver's verify. ../testing/vector-lines.ts describes
// the form of a line.
func TestVectors(t *testing.T) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if isGenuine(strings.Split(lines.Text(), " ")) {
			fmt.Println("genuine")
		} else {
			fmt.Println("refused")
		}
	}
}

func isGenuine(fields []string) bool {
	nowS, _ := strconv.ParseInt(fields[0], 10, 64)
	headers, secrets, body := http.Header{}, []string{}, []byte(decode(fields[3]))
	for i, name := range names {
		if fields[4+i] != "-" {
			headers.Set(name, decode(fields[4+i]))
		}
	}
	for _, secret := range strings.Split(fields[2], ",") {
		secrets = append(secrets, decode(secret))
	}
	return verify(body, headers.Get("X-Signature"), secrets) &&
		(fields[1] == "0" || isRecent(body, headers, secrets, nowS))
}

func decode(field string) string {
	decoded, _ := base64.StdEncoding.DecodeString(field[1:])
	return string(decoded)
}
