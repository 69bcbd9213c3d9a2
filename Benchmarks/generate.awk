# Writes n records of the shape of the FDIC's failed-bank list, about 96 bytes each.
#
#   awk -v n=1000000 [-v order=shuffled] [-v changed=1] [-v bad=10] [-v refused=10] -f generate.awk
#
# The certificates are 1…n, ascending or in a fixed shuffled order. With changed=P the fund of P per
# cent of the records differs from what it is without; with bad=P the date of as many is none, with
# refused=P their fund is below 0. The same arguments give the same file.

function pick(list, size) { return list[int(rand() * size) + 1] }

BEGIN {
  srand(7)
  words = split("First Community National Security Heritage Valley Pioneer Citizens Farmers Summit Coastal Peoples", word, " ")
  cities = split("Almena|Chicago|Atlanta|Springfield|St. Louis|Kansas City|Naples|Phoenix|Macon|Boise", city, "|")
  states = split("KS IL GA MO FL AZ ID CA WA MN", state, " ")
  months = split("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", month, " ")
  if (order == "shuffled") {
    for (i = 1; i <= n; i++) cert[i] = i
    for (i = n; i > 1; i--) { j = int(rand() * i) + 1; t = cert[i]; cert[i] = cert[j]; cert[j] = t }
  }
  print "Bank Name,City,State,Cert,Acquiring Institution,Closing Date,Fund"
  for (i = 1; i <= n; i++) {
    place = pick(city, cities)
    name = rand() < 0.7 ? pick(word, words) " " pick(word, words) " Bank of " place : "\"" pick(word, words) " " pick(word, words) " Bank, N.A.\""
    acquirer = rand() < 0.75 ? pick(word, words) " " pick(word, words) " Bank & Trust" : "\"" pick(word, words) " Bank, National Association\""
    day = int(rand() * 28) + 1 "-" pick(month, months) "-" sprintf("%02d", int(rand() * 24))
    fund = 4000 + int(rand() * 7000)
    share = (i * 7919) % 100
    if (changed > 0 && share < changed) fund += 10000
    if (bad > 0 && share < bad) day = "32-Abc-05"
    if (refused > 0 && share < refused) fund = -fund
    print name "," place "," pick(state, states) "," (i in cert ? cert[i] : i) "," acquirer "," day "," fund
  }
}
